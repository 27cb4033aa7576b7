"""The move code of a rule set in Zillions' language: how men are put, step and jump, and what extras add to that.

Beside the board there are places for what a player has in hand (`x-1`, `x-2`, `o-1`, `o-2`: disks and options, which
become `Spent`), and for what was announced:

    stage    First, Second     of two moves; their owner's
             Own, For-other    before and while a move is made for the opponent
             Again, Again-any  the other player must move again, after a recall
    turn     Extra, Instead    who moves next, where that is not the next player
    moved    Turn              who has moved last: a row counts for that player alone

A recalled man leaves a bar on its cell, which keeps men from it for one turn (dropped men). A walking piece keeps in
mind from where it came, and after a recall where it must not go again: the number of a cell, bit by bit, as attributes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ludarium.games.rulesets.ruleset import RuleSet, cell_name

STAGE, TURN, MOVED = "stage", "turn", "moved"
_SQUARE = {
    "n": (0, 1),
    "e": (1, 0),
    "s": (0, -1),
    "w": (-1, 0),
    "ne": (1, 1),
    "nw": (-1, 1),
    "se": (1, -1),
    "sw": (-1, -1),
}
_HEXAGONAL = ("n", "e", "s", "w", "nw", "se")
_OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e", "ne": "sw", "sw": "ne", "nw": "se", "se": "nw"}
_TOKENS = {
    "first-hybrid": "First-disk",
    "hybrid-disk": "Hybrid-disk",
    "non-flipping": "Solid-disk",
    "double-move": "Double",
    "move-for-you": "For-you",
}
_RECALLS = {"last": "Recall-last", "any": "Recall-any"}
_AGAIN = {"last": "Again", "any": "Again-any"}
_LOOK_AHEAD = 2
"""Jumps ahead that are looked through for one that ends elsewhere than a recalled one."""


@dataclass(frozen=True)
class MoveCode:
    """Writes macros and pieces of one rule set."""

    rules: RuleSet

    # --- what there is ------------------------------------------------------------------------------------------------

    def has(self, extra: str) -> bool:
        return extra in self.rules.extras

    def recalls(self, which: str) -> bool:
        return self.has(f"recall-{which}")

    @cached_property
    def directions(self) -> dict[str, tuple[int, int]]:
        return {name: _SQUARE[name] for name in (_HEXAGONAL if self.rules.hexagonal else _SQUARE)}

    @staticmethod
    def opposite(direction: str) -> str:
        return _OPPOSITE[direction]

    @cached_property
    def ahead(self) -> tuple[str, str]:
        """The directions in which a man of checkers walks."""
        return ("nw", "n") if self.rules.hexagonal else ("nw", "ne")

    @cached_property
    def cells(self) -> list[str]:
        return [cell_name(cell) for cell in sorted(self.rules.board, key=lambda cell: (cell[1], cell[0]))]

    @cached_property
    def tokens(self) -> list[str]:
        """What each player has beside the board at the start, in the order of their places."""
        return [_TOKENS[extra] for extra in self.rules.extras if extra in _TOKENS]

    def places(self, player: str) -> list[str]:
        return [f"{player}-{number}" for number in range(1, len(self.tokens) + 1)]

    def last_disk(self, player: str) -> str:
        """Where the hybrid disk lies that is used last."""
        return max(place for kind, place in zip(self.tokens, self.places(player), strict=True) if kind == "Hybrid-disk")

    @cached_property
    def in_hand(self) -> list[str]:
        """The pieces with which a player recalls."""
        return [_RECALLS[which] for which in self.recalled]

    @cached_property
    def recalled(self) -> list[str]:
        return [which for which in _RECALLS if self.recalls(which)]

    @cached_property
    def hybrids(self) -> int:
        """How many hybrid disks each player can make."""
        return self.tokens.count("First-disk") + self.tokens.count("Hybrid-disk")

    @cached_property
    def announced(self) -> bool:
        return self.has("double-move") or self.has("move-for-you")

    @cached_property
    def staged(self) -> bool:
        return self.announced or bool(self.recalled)

    @cached_property
    def marks_turns(self) -> bool:
        """Whether a row must be of who has just moved: men stand in rows from the start, or count for both."""
        line = self.rules.end == "line" and not self.has("scoring")
        return line and (self.rules.pieces == "checkers" or self.hybrids > 0)

    @cached_property
    def bits(self) -> list[int]:
        """The bits of a cell's number, where pieces keep cells in mind."""
        keeps = self.rules.pieces == "checkers" and self.recalled
        return list(range((len(self.cells) - 1).bit_length())) if keeps else []

    def bit_zones(self) -> dict[int, list[str]]:
        return {bit: [cell for number, cell in enumerate(self.cells) if number >> bit & 1] for bit in self.bits}

    # --- macros -------------------------------------------------------------------------------------------------------

    def macros(self) -> list[str]:
        lines = []
        places = [place for player in "xo" for place in self.places(player)]
        if any(kind.endswith("-disk") for kind in self.tokens):
            held = [f"(and (friend? {place}) (piece? $1 {place}))" for place in places]
            lines.append(f"(define holds (or {' '.join(held)}))")
            spent = ""
            for place, condition in zip(reversed(places), reversed(held), strict=True):
                spent = f"(if {condition} (change-type Spent {place}){f' else {spent}' if spent else ''})"
            lines.append(f"(define spend (verify (holds $1)) {spent})")
        if self.staged:
            lines += ["(define at-stage? (piece? $1 stage))", f"(define open? {self._open()})", *self._noted()]
        exposed = ["(enemy? $1)"]
        exposed += ["(piece? Man $1)"] if self.hybrids or self.recalled else []
        exposed += ["(not-solid? $1)"] if self.has("non-flipping") else []
        asked = f"(and {' '.join(exposed)})" if exposed[1:] else exposed[0]
        lines += [f"(define exposed? {asked})"] if self.rules.pieces != "drop" else []
        if self.rules.pieces == "reversi":
            lines += self._outflanking()
        if self.rules.pieces == "checkers":
            lines += self._walking()
        return [" ".join(line.split()) if not line.startswith(" ") else line for line in lines]

    def _open(self) -> str:
        """Whether a player may announce something or use a disk: nothing else is announced."""
        closed = [f"(and (friend? stage) (at-stage? {kind}))" for kind in self._own_stages]
        for kind in self._other_stages:
            passed = "(last-to? stage)" if self.bits and kind in _AGAIN.values() else ""  # and not passed since
            closed.append(" ".join(f"(and (enemy? stage) (at-stage? {kind}) {passed}".split()) + ")")
        return f"(not (or {' '.join(closed)}))"

    @cached_property
    def _own_stages(self) -> list[str]:
        return [
            *(["First", "Second"] if self.has("double-move") else []),
            *(["Own"] if self.has("move-for-you") else []),
        ]

    @cached_property
    def _other_stages(self) -> list[str]:
        again = [_AGAIN[which] for which in self.recalled]
        return [*(["For-other"] if self.has("move-for-you") else []), *again]

    @cached_property
    def _agains(self) -> str:
        return f"(or {' '.join(f'(at-stage? {_AGAIN[which]})' for which in self.recalled)})"

    def _noted(self) -> list[str]:
        """What every ordinary move does about what was announced."""
        rest = "(capture stage)"
        if self.recalled and self.rules.pieces == "checkers":
            rest = f"(if (not (and (enemy? stage) {self._agains})) (capture stage))"
        elif self.recalled:
            bars = (
                "(or (piece? Recall-last) (piece? Recall-any))"
                if len(self.recalled) > 1
                else f"(piece? {self.in_hand[0]})"
            )
            rest = (
                f"(if {self._agains} mark {self.cells[0]} (if {bars} capture)"
                f" (while (on-board? next) next (if {bars} capture)) back) {rest}"
            )
        if self.has("move-for-you"):
            rest = (
                f"(if (and (friend? stage) (at-stage? Own)) (create For-other stage) (create Instead turn) else {rest})"
            )
        if self.has("double-move"):
            rest = f"(if (and (friend? stage) (at-stage? First)) (create Second stage) (create Extra turn) else {rest})"
        return [f"(define go-on {rest})"]

    def _outflanking(self) -> list[str]:
        own = "(or (friend? $1) (piece? Hybrid $1))" if self.hybrids else "(friend? $1)"
        if self.recalled:  # a bar is nobody's man
            kinds = " ".join(f"(piece? {kind} $1)" for kind in (["Man", "Hybrid"] if self.hybrids else ["Man"]))
            own = f"(and {own} (or {kinds}))"
        return [
            "(define outflank",
            "  (if (exposed? $1)",
            "    mark",
            "    $1",
            "    (while (exposed? $1) $1)",
            f"    (if {own}",
            "      (set-flag flips true)",
            f"      (while not-marked? flip {self._astray} (opposite $1))",
            "    )",
            "    back",
            "  )",
            ")",
            "(define outflanking",
            f"  {' '.join(f'(outflank {direction})' for direction in self.directions)}",
            "  (verify (flag? flips))",
            ")",
        ]

    @cached_property
    def _astray(self) -> str:
        """A man that is turned is, or is no longer, of another colour than that of who has put it."""
        return "(set-attribute astray? not-astray?)" if self._remembers_putting else ""

    @cached_property
    def _remembers_putting(self) -> bool:
        return self.rules.pieces == "reversi" and self.recalls("any")

    # --- walking ------------------------------------------------------------------------------------------------------

    def _walking(self) -> list[str]:
        """Steps and jumps. A man is crowned on the far row and jumps on as a king only in its next move."""
        lines = self._memory() if self.bits else []
        begin, barred, came = ("(begin)", "(elsewhere)", "(keep-in-mind)") if self.bits else ("", "", "")
        crowned = "(if (in-zone? far-row) (set-attribute crowned? true))"
        for suffix, use, kind in self._variants():
            done = f"{use} {came} {self._marks}"
            lines += [
                f"(define walk{suffix} ((verify not-crowned?) {begin} $1 (verify empty?) {barred}"
                f" {done} {crowned} {self._added('add', kind)}))",
                f"(define glide{suffix} ((verify crowned?) {begin} $1 (verify empty?) {barred}"
                f" {done} {self._added('add', kind)}))",
            ]
            for name, first in (("", ""), ("-back", "(verify crowned?)")):
                lines.append(self._jump(f"jump{name}{suffix}", first, done, kind))
        turn = f"(create Turn {MOVED})" if self.marks_turns else ""
        for name, first in (("", ""), ("-back", "(verify crowned?)")):
            lines.append(self._jump(f"jump-on{name}", first, turn, "").replace("(begin)", "(begin-on)"))
        return lines

    def _jump(self, name: str, first: str, done: str, kind: str) -> str:
        begin, barred = ("(begin)", "(ending-elsewhere)") if self.bits else ("", "")
        partial = self._added("add-partial", kind, "going-on")
        return (
            f"(define {name} ({first} {begin} (set-flag king crowned?) (verify (exposed? $1)) $1 capture $1"
            f" (verify empty?) {barred} {done} (if (and (in-zone? far-row) (not-flag? king))"
            f" (set-attribute crowned? true) {self._added('add', kind)} else {partial})))"
        )

    def _added(self, verb: str, kind: str, after: str = "") -> str:
        """The end of a move: with `first`, the piece becomes a hybrid disk if it is its player's first."""
        plain, hybrid = f"({verb} {after})" if after else verb, " ".join(f"({verb} Hybrid {after}".split()) + ")"
        if kind == "first":
            return f"(if (holds First-disk) (spend First-disk) {hybrid} else {plain})"
        return hybrid if kind == "hybrid" else plain

    def _variants(self) -> list[tuple[str, str, str]]:
        """Ways to make a move, plainly and with each kind of disk: suffix, what they do, what becomes of the man."""
        go_on = "(go-on)" if self.staged else ""
        found = [("", go_on, "first" if self.has("first-hybrid") else "")]
        gate = "(verify (not (and (enemy? stage) (at-stage? For-other))))" if self.has("move-for-you") else ""
        gate += " (verify (not (holds First-disk)))" if self.has("first-hybrid") else ""
        if self.has("hybrid-disk"):
            found.append(("-hybrid", f"{gate} (spend Hybrid-disk) {go_on}", "hybrid"))
        if self.has("non-flipping"):
            found.append(("-solid", f"{gate} (spend Solid-disk) (set-attribute solid? true) {go_on}", ""))
        return found

    @cached_property
    def _marks(self) -> str:
        return f"(create Turn {MOVED})" if self.marks_turns else ""

    def _memory(self) -> list[str]:
        """Cells as bits: where a piece came from (`from-…`), and where it must not go again (`bar-…`)."""
        barred = [f"(and barred-{which}? (enemy? stage) (at-stage? {_AGAIN[which]}))" for which in self.recalled]
        # A series of jumps that has begun is still the move after the recall; else that was the last thing done.
        here = " ".join(f"(set-flag here-{bit} (in-zone? bit-{bit}))" for bit in self.bits)
        bars = " ".join(f"(set-flag bar-{bit} bar-{bit}?)" for bit in self.bits)
        keep = " ".join(f"(set-attribute from-{bit}? (flag? here-{bit}))" for bit in self.bits)
        return [
            f"(define begin (set-flag barred (and (last-to? stage) (or {' '.join(barred)}))) {here} {bars})",
            f"(define begin-on (set-flag barred (or {' '.join(barred)})) {here} {bars})",
            f"(define differs? (or {' '.join(self._differs(bit) for bit in self.bits)}))",
            "(define elsewhere (verify (or (not-flag? barred) (differs? bar))))",
            f"(define keep-in-mind (set-attribute moved? true) {keep})",
            f"(define ending-elsewhere (if (flag? barred) (set-flag free false) {self._ahead(_LOOK_AHEAD, '')}"
            " (verify (flag? free))))",
        ]

    @staticmethod
    def _differs(bit: int) -> str:
        return f"(and (flag? $1-{bit}) (not-in-zone? bit-{bit})) (and (not-flag? $1-{bit}) (in-zone? bit-{bit}))"

    def _ahead(self, depth: int, back: str) -> str:
        """Set the flag `free` if some series of jumps from here ends elsewhere than the one that was recalled."""
        if depth == 0:
            return "(set-flag free true)"
        lines = [f"(set-flag on-{depth} false)"]
        for direction in (*self.ahead, *(_OPPOSITE[way] for way in self.ahead)):
            if direction == back:
                continue
            king = "" if direction in self.ahead else "(flag? king)"
            further = self._ahead(depth - 1, _OPPOSITE[direction])
            lines.append(
                f"(if (and {king} (exposed? {direction})) {direction}"
                f" (if (empty? {direction}) (set-flag on-{depth} true) {direction} {further} (opposite {direction}))"
                f" (opposite {direction}))"
            )
        return f"{' '.join(lines)} (if (and (not-flag? on-{depth}) (differs? bar)) (set-flag free true))"

    # --- pieces -------------------------------------------------------------------------------------------------------

    def pieces(self) -> list[str]:
        lines = []
        for name in ("Man", "Hybrid") if self.hybrids else ("Man",):
            lines += ["  (piece", f"    (name {name})", *(f"    (attribute {word} false)" for word in self._attributes)]
            lines += self._moves() if self.rules.pieces == "checkers" else self._drops() if name == "Man" else []
            lines.append("  )")
        options = {
            "Double": "(create First stage) (create Extra turn)",
            "For-you": "(create Own stage) (create Extra turn)",
        }
        for kind in dict.fromkeys(self.tokens):
            moves = (
                f" (moves (move-type announcing) ((verify (open?)) {options[kind]} (add Spent)))"
                if kind in options
                else ""
            )
            lines.append(f"  (piece (name {kind}){moves})")
        lines += [f"  (piece (name {_RECALLS[which]}) (drops {self._recall(which)}))" for which in self.recalled]
        plain = ["Spent"] if self.tokens else []
        plain += [*self._own_stages, *self._other_stages]
        plain += ["Extra"] if self.announced else []
        plain += ["Instead"] if self.has("move-for-you") else []
        plain += ["Turn"] if self.marks_turns else []
        return [*lines, *(f"  (piece (name {kind}))" for kind in plain)]

    @cached_property
    def _attributes(self) -> list[str]:
        words = ["solid?"] if self.has("non-flipping") else []
        words += ["put?", "astray?"] if self._remembers_putting else []
        words += ["crowned?"] if self.rules.pieces == "checkers" else []
        if self.bits:
            words += ["moved?", *(f"barred-{which}?" for which in self.recalled)]
            words += [f"{what}-{bit}?" for what in ("from", "bar") for bit in self.bits]
        return words

    def _moves(self) -> list[str]:
        """Types: men's steps have none, kings' steps are quiet, jumps come first and may go on."""
        ahead, behind = self.ahead, [_OPPOSITE[way] for way in self.ahead]
        kinds = [suffix for suffix, _, _ in self._variants()]

        def listed(verb: str, ways: Iterable[str]) -> str:
            return " ".join(f"({verb} {way})" for way in ways)

        def both(verb: str, suffix: str) -> str:
            return f"{listed(f'{verb}{suffix}', ahead)} {listed(f'{verb}-back{suffix}', behind)}"

        return [
            "    (moves",
            *(f"      {listed(f'walk{kind}', ahead)}" for kind in kinds),
            "      (move-type gliding)",
            *(f"      {listed(f'glide{kind}', (*ahead, *behind))}" for kind in kinds),
            "      (move-type jumping)",
            *(f"      {both('jump', kind)}" for kind in kinds),
            "      (move-type going-on)",
            f"      {both('jump-on', '')}",
            "    )",
        ]

    def _drops(self) -> list[str]:
        where = "(verify (in-zone? cells)) " if self.tokens or self.staged or self.marks_turns else ""
        where += f"(verify {self._free}) "
        where += "(outflanking) " if self.rules.pieces == "reversi" else ""
        put = "(set-attribute put? true)" if self._remembers_putting else ""
        drops = [
            " ".join(f"      ({where}{use} {put} {self._marks} {self._added('add', kind)})".split())
            for _, use, kind in self._variants()
        ]
        return ["    (drops", *(f"      {drop}" for drop in drops), "    )"]

    @cached_property
    def _free(self) -> str:
        """A bar holds only while the recall that has put it is the last thing that was done."""
        if not self.recalled:
            return "empty?"
        bars = " ".join(f"(piece? {kind})" for kind in self.in_hand)
        return f"(or empty? (and (or {bars}) not-last-to?))"

    def _recall(self, which: str) -> str:
        """Take a move back: the last one, or that of any man."""
        kind = "announcing" if which == "any" else "taking-back"
        ask = "(verify (open?)) (verify enemy?)" + (" (verify last-to?)" if which == "last" else "")
        code = self._walked_back(which) if self.rules.pieces == "checkers" else self._put_back(which)
        return f"(move-type {kind}) ({ask} {code})"

    def _put_back(self, which: str) -> str:
        code = "(verify (in-zone? cells))"
        if which == "any" and self.rules.pieces == "reversi":
            code += " (verify put?) (verify not-astray?)"
        if which == "any":
            for kind, asked in (
                ("First-disk", "(piece? Hybrid)"),
                ("Hybrid-disk", "(piece? Hybrid)"),
                ("Solid-disk", "solid?"),
            ):
                if kind in self.tokens:
                    code += f" (if {asked} (if (enemy? x-1) (change-type {kind} x-1) else (change-type {kind} o-1)))"
        return f"{code} (create {_AGAIN[which]} stage) add"

    def _walked_back(self, which: str) -> str:
        """The piece goes back to where it came from; where the last move is taken back, it is there already."""
        here = " ".join(f"(set-flag here-{bit} (in-zone? bit-{bit}))" for bit in self.bits)
        came = " ".join(f"(set-flag from-{bit} from-{bit}?)" for bit in self.bits)
        find = f"{self.cells[0]} (while (differs? from) next)"
        bar = " ".join(f"(set-attribute bar-{bit}? (flag? here-{bit}))" for bit in self.bits)
        moved = ""
        kept = ""
        if which == "any":
            flags = [word for word in ("crowned?", "solid?") if word in self._attributes]
            kept = " ".join(f"(set-flag {word[:-1]} {word})" for word in flags)
            kept += " (set-flag hybrid (piece? Hybrid))" if self.hybrids else ""
            made = "(if (flag? hybrid) (create Hybrid) else (create Man))" if self.hybrids else "(create Man)"
            moved = f"(verify empty?) {made} flip " + " ".join(
                f"(set-attribute {word} (flag? {word[:-1]}))" for word in flags
            )
        capture = "capture" if which == "any" else ""
        return (
            f"(verify moved?) {here} {came} {kept} {capture} {find} {moved} (set-attribute barred-{which}? true) {bar}"
            f" stage (add {_AGAIN[which]})"
        )
