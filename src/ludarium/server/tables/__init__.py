"""Tables: what is played at them, who holds them, who follows them."""
