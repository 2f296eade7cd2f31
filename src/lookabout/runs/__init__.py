"""Running many episodes: attempts, retries, resume, records on disk, worker processes."""
