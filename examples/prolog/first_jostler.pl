% Aggressive ADVANCER as the source's own rule base decides: the first piece of the list that jostles, or else the most
% advanced. The list is by fields, so of two that could jostle it moves the one behind. With order(id) here it would move
% the one with the lower number: what the order of a list changes can be seen with this rule base.

worth(Stones, Stone) :-
    member(Stone, Stones),
    Stone = [X, _, Owner],
    landing(X, Reached),
    findOpponentPiece(Reached, Owner, _), !.
worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X > Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
