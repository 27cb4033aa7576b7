% Observing ADVANCER as the source's own rule base decides: walking through the list, the first piece that lands on the
% lower end of a switch; or else the most advanced, but none is taken up on the way that would land on a back field. The
% piece that the walk begins with is not tested for one.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk(_, [X, Piece, Owner], [X, Piece, Owner]) :-
    landing(X, Reached),
    minTile(Reached, 'switch@'), !.
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    not(backTile(X)), X > Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
