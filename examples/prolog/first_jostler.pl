% Aggressive ADVANCER as the source's own rule base decides: walking through the list with the most advanced piece so far,
% the first of these that jostles. The list is by fields, so of two that could jostle it moves the one behind. With order(id)
% here it walks by the numbers of the pieces: what the order of a list changes can be seen with this rule base.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk(_, [X, Piece, Owner], [X, Piece, Owner]) :-
    landing(X, Reached),
    findOpponentPiece(Reached, Owner, _), !.
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X > Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
