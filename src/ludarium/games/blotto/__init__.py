"""Colonel Blotto: divide troops over battlefields, both sides at once."""
