"""Built-in furniture and small things, put together from simple solids."""
