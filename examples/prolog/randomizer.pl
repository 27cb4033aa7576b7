% RANDOMIZER: moves any piece that can be moved, each as likely as any other. (In the source: example 3.4.)
%
% Every piece draws a number, and the least is moved: so does the built-in strategy, and with one seed both move the same.
%
% Mended: the source draws among all pieces; where the first of them is drawn and stands on a goal field, it counts on
% below zero and answers nothing.

order(id).

worth([Stone], Stone) :- !.
worth(Stones, Stone) :-
    findall(Drawn - Each, ( member(Each, Stones), rand_int(1073741824, Drawn) ), Pairs),
    keysort(Pairs, [_ - Stone|_]).
