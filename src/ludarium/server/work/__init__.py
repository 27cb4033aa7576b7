"""Work beside the event loop: the thread that writes, processes in which players think, replays, compiling."""
