% A rule base for reversi: a corner if there is one, or else any move.

worth(Moves, Move) :-
    member(Move, [a1, a8, h1, h8]),
    member(Move, Moves), !.
worth(Moves, Move) :-
    length(Moves, Count),
    rand_int(Count, Place),
    nth0(Place, Moves, Move).
