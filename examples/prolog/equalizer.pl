% EQUALIZER: moves its pieces in turn, each once before any moves again. (In the source: examples 3.7 and A.2.)
%
% Mended:
% - The source's memory holds the pieces in the reverse order of the list, and the list is by fields; its own game shows
%   the order by numbers, which is asked for here.
% - It turns the list round until the piece is found whose turn it is: without end where that piece is not in the list.
% - A piece that cannot move loses its turn to another; here it has it as soon as it can move.

order(id).

% history/1 holds the pieces that have moved since all had.
worth(Stones, [Field, Piece, Owner]) :-
    moved(Moved),
    member([Field, Piece, Owner], Stones),
    not(member(Piece, Moved)), !,
    setworthHistory([Piece|Moved]).
% All that can move have moved: begin again.
worth([[Field, Piece, Owner]|_], [Field, Piece, Owner]) :-
    setworthHistory([Piece]).

moved(Moved) :- history(Moved), !.
moved([]).
