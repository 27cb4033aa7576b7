"""Rule bases in Prolog as players: `prolog:path/to/rules.pl`. `docs/doors/prolog.md` describes how they are asked.

The modules in their order: `terms`, `tokens` and `reader` (texts to terms), `program` (a rule base, checked), then the
two engines behind `engine`: `machine` with its parts, ours, and `swi` for SWI-Prolog; and `player`.
"""
