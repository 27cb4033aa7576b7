"""The sockets: what goes over them, and how."""
