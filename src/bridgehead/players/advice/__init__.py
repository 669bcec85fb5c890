"""Advice in words: hints, purposes, reasons, the units for an attack."""
