% ADVANCER: moves the most advanced piece. (In the source: examples 3.2 and 3.5.)
%
% Mended: the source tests for goal fields at every step, because it is given pieces that cannot move; here they are not.

worth([Stone|Stones], Best) :-
    walk(Stones, Stone, Best).

% Walks through the list with the best piece so far.
walk([], Best, Best).
walk([[X, Piece, Owner]|Stones], [Xb, _, _], Best) :-
    X > Xb, !,
    walk(Stones, [X, Piece, Owner], Best).
walk([_|Stones], SoFar, Best) :-
    walk(Stones, SoFar, Best).
