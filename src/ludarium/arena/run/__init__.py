"""Playing what is planned: in compiled batches, in processes, on many machines; and storing it."""
