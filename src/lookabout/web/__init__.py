"""The human study: people fly episodes in a browser, and leave the records that models leave."""
