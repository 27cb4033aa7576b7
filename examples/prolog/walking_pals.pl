% Observing PALS as the source's own rule base decides: walking through the list, a piece that would land on the lower end
% of a switch is given up for the next; otherwise the least advanced. The list is by fields, so the walk never comes to one
% less advanced, and with it never to the test for back fields.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

walk([], Best, Best).
walk([Stone|Stones], [X, _, _], Best) :-
    landing(X, Reached),
    minTile(Reached, 'switch@'),
    walk(Stones, Stone, Best).
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    not(backTile(X)), X < Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
