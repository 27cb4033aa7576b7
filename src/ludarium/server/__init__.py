"""The lab in the browser: lobby, tables, sockets, accounts, replays. `ludarium serve` starts it."""
