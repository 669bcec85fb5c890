"""Background work, workers, logs, metrics, shutdown."""
