"""Games in the memory of a process: who looks, what changes, what each viewer sees."""
