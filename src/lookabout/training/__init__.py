"""What training libraries plug in: rewards for ms-swift and TRL, an environment for Gymnasium."""
