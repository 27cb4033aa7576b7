"""A composed strategy written out as a rule base in Prolog, which decides as it does."""

from __future__ import annotations

from ludarium.games.jostle.strategies.composed import Strategy
from ludarium.games.jostle.strategies.elements import (
    ADVANCE,
    ATTACK,
    EQUALIZE,
    FOLLOW,
    IDLE,
    OBSERVE_TO_ADVANCE,
    OBSERVE_TO_FOLLOW,
    RANDOM,
    REVENGE,
)

_NAMES = {
    RANDOM: "randomizer",
    ADVANCE: "advancer",
    FOLLOW: "pals",
    EQUALIZE: "equalizer",
    OBSERVE_TO_ADVANCE: "observing_advancer",
    OBSERVE_TO_FOLLOW: "observing_pals",
    ATTACK: "aggressive",
    REVENGE: "revenging",
}
_KEYS = {
    RANDOM: """\
% At random.
key(randomizer, _, Key) :- rand_int(1073741824, Key).
""",
    ADVANCE: """\
% The most advanced piece first.
key(advancer, [Field, _, _], Key) :- Key is -Field.
""",
    FOLLOW: """\
% The least advanced piece first.
key(pals, [Field, _, _], Field).
""",
    EQUALIZE: """\
% Each piece once before any moves again.
key(equalizer, [_, Piece, _], Key) :- moved(Piece), !, Key is Piece + 100.
key(equalizer, [_, Piece, _], Piece).
""",
    OBSERVE_TO_ADVANCE: """\
% Who lands on the lower end of a switch first, who lands on a back field last.
key(observing_advancer, [Field, _, _], 0) :- landing(Field, Reached), minTile(Reached, 'switch@'), !.
key(observing_advancer, [Field, _, _], 2) :- backTile(Field), !.
key(observing_advancer, _, 1).
""",
    OBSERVE_TO_FOLLOW: """\
% Who lands on the lower end of a switch or on a back field last.
key(observing_pals, [Field, _, _], 1) :- landing(Field, Reached), minTile(Reached, 'switch@'), !.
key(observing_pals, [Field, _, _], 1) :- backTile(Field), !.
key(observing_pals, _, 0).
""",
    ATTACK: """\
% Who lands on an opponent's piece first.
key(aggressive, [Field, _, Owner], 0) :- landing(Field, Reached), findOpponentPiece(Reached, Owner, _), !.
key(aggressive, _, 1).
""",
    REVENGE: """\
% Who lands on a piece of an opponent first that has jostled this player.
key(revenging, [Field, _, Owner], 0) :-
    landing(Field, Reached), findOpponentPiece(Reached, Owner, Foe), jostledBy(Foe), !.
key(revenging, _, 1).
""",
}
_WORTH = """\
worth(Stones, Stone) :-
    Stones = [[_, _, Owner]|_],
    elements(Owner, Elements),
    best(Elements, Stones, Stone).
"""
_WORTH_IN_TURN = """\
worth(Stones, Stone) :-
    beginAgain(Stones),
    Stones = [[_, _, Owner]|_],
    elements(Owner, Elements),
    best(Elements, Stones, Stone),
    remember(Stone).

% moved/1 holds the pieces that have moved since all had.
:- dynamic moved/1.
beginAgain(Stones) :- member([_, Piece, _], Stones), not(moved(Piece)), !.
beginAgain(_) :- retractall(moved(_)).

remember([_, Piece, _]) :- moved(Piece), !.
remember([_, Piece, _]) :- assert(moved(Piece)).
"""
_BEST = """\
% Element after element, only the pieces with the least key stay in the list; in the end the first of them is moved.
best([Element|Elements], [One, Two|Stones], Best) :- !,
    findall(Key - Stone, ( member(Stone, [One, Two|Stones]), key(Element, Stone, Key) ), Pairs),
    keysort(Pairs, [Least - _|_]),
    findall(Stone, member(Least - Stone, Pairs), Kept),
    best(Elements, Kept, Best).
best(_, [Stone|_], Stone).
"""
_ON_GOAL = """\
opponentOnGoal(Owner) :-
    board(Field, Name),
    startsWith('goal@', Name),
    findOpponentPiece(Field, Owner, _), !.
"""


def written(strategy: Strategy) -> str:
    """The rule base, ready to be a file."""
    early, late = ([code for code in strategy.codes(late=late) if code != IDLE] for late in (False, True))
    parts = [f"% {strategy}\n% A rule base for Jostle. Pieces are compared by the elements in their order.\n"]
    parts.append("% The list of pieces is by their numbers.\norder(id).\n")
    if early == late:
        parts.append(f"elements(_, {_listed(early)}).\n")
    else:
        parts.append(
            "% Whenever an opponent has a piece on a goal field, the first list, else the second.\n"
            f"elements(Owner, {_listed(late)}) :- opponentOnGoal(Owner), !.\nelements(_, {_listed(early)}).\n"
        )
        parts.append(_ON_GOAL)
    used = dict.fromkeys([*early, *late])
    parts += [_WORTH_IN_TURN if EQUALIZE in used else _WORTH, _BEST]
    parts += [_KEYS[code] for code in used]
    return "\n".join(parts)


def _listed(codes: list[int]) -> str:
    return f"[{', '.join(_NAMES[code] for code in codes)}]"
