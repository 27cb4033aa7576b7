"""What reports of studies say, English to German: whole texts, and forms in which `{}` stands for anything."""

from __future__ import annotations

WORDS = {
    # --- the page ---
    "Ludarium report": "Ludarium-Bericht",
    "In short": "Kurz gesagt",
    "Read with care": "Mit Vorsicht zu lesen",
    "Who took part": "Wer teilgenommen hat",
    "How it was counted": "Wie gerechnet wurde",
    "The command that made this report": "Der Befehl, der diesen Bericht gemacht hat",
    "The figures of this page are in": "Die Zahlen dieser Seite stehen in",
    "and, as CSV and Parquet, in the folder": "und, als CSV und Parquet, im Ordner",
    "beside it; the charts are in": "daneben; die Diagramme sind in",
    "explains every column.": "erklärt jede Spalte.",
    ".": ".",
    # --- who took part ---
    "Study": "Studie",
    "Agreed to take part": "Wollten teilnehmen",
    "Completed": "Abgeschlossen",
    "Left early": "Vorzeitig gegangen",
    "Screened out": "Ausgeschlossen",
    "Active": "Noch dabei",
    "Withdrawn": "Zurückgezogen",
    "Pilots, not counted": "Probeläufe, nicht gezählt",
    "Median time": "Mittlere Dauer (Median)",
    "Completed by condition": "Abgeschlossen je Bedingung",
    "Plan frozen": "Plan eingefroren",
    "Version": "Version",
    "Written": "Geschrieben",
    "no": "nein",
    "yes": "ja",
    # --- parts ---
    "The judges": "Die Urteilenden",
    "The strategies": "Die Strategien",
    "Learning": "Lernen",
    "The games": "Die Spiele",
    "Preferences": "Vorlieben",
    "Habits": "Gewohnheiten",
    "Grading": "Bewertung der Antworten",
    # --- explanations ---
    "Ability and difficulty are on one scale: a judge whose ability equals an opponent's difficulty is right in half "
    "of "
    "the judgements. Super experts (★) are the ablest group. A cluster has judges with like abilities and like errors. "
    "Possible falsifiers are to be looked at, not to be left out.": (
        "Fähigkeit und Schwierigkeit stehen auf einer Skala: Wer so fähig ist, wie ein Gegner schwierig ist, hat in "
        "der "
        "Hälfte der Urteile recht. Superexperten (★) sind die fähigste Gruppe. In einem Cluster sind Urteilende mit "
        "ähnlichen Fähigkeiten und ähnlichen Irrtümern. Mögliche Falschangaben sind anzusehen, nicht wegzulassen."
    ),
    "A machine that cannot be told from people is called human as often as people are, which is not always. Both "
    "judges "
    "of a table saw the same games, so that tables count, not judgements. A strategy passes when its share is not "
    "significantly below the people's; with few judgements many pass.": (
        "Eine Maschine, die sich von Menschen nicht unterscheiden lässt, wird so oft für einen Menschen gehalten wie "
        "Menschen, und das ist nicht immer. Beide Urteilenden eines Tisches sahen dieselben Partien, darum zählen "
        "Tische und nicht Urteile. Eine Strategie besteht, wenn ihr Anteil nicht signifikant unter dem der Menschen "
        "liegt; bei wenigen Urteilen bestehen viele."
    ),
    "Practice games belong to the slope before the switch, and to no other comparison.": (
        "Übungspartien gehören zur Steigung vor dem Wechsel und zu keinem anderen Vergleich."
    ),
    "Ratings of one person of several games of the same kind count once, as their mean.": (
        "Bewertungen einer Person von mehreren Partien derselben Art zählen einmal, mit ihrem Mittel."
    ),
    "Opponents were met without being named. Who prefers neither is counted, but decides nothing.": (
        "Die Gegner wurden nicht genannt. Wer keinen vorzieht, wird gezählt, entscheidet aber nichts."
    ),
    "What people do in the games, whatever they were asked.": (
        "Was Menschen in den Partien tun, gleich wonach sie gefragt wurden."
    ),
    "1 is full agreement of the graders, 0 is what chance would give; below 0.67 they hardly help.": (
        "1 ist volle Übereinstimmung der Bewertenden, 0 ist, was der Zufall ergäbe; unter 0.67 helfen sie kaum."
    ),
    # --- charts ---
    "Judged human": "Für einen Menschen gehalten",
    "judged human": "für einen Menschen gehalten",
    "Share of the decided judgements that say human, with 95 % intervals clustered by table.": (
        "Anteil der entschiedenen Urteile, die Mensch sagen, mit 95-%-Intervallen, nach Tischen zusammengefasst."
    ),
    "detection": "Erkennung",
    "fun": "Spaß",
    "challenge": "Herausforderung",
    "detection →": "Erkennung →",
    "fun ↑": "Spaß ↑",
    "challenge ↗": "Herausforderung ↗",
    "The strategy space": "Der Raum der Strategien",
    "Each strategy by detection, fun and challenge, 0 to 1, smoothed over time; dashed lines stand on the floor.": (
        "Jede Strategie nach Erkennung, Spaß und Herausforderung, von 0 bis 1, über die Zeit geglättet; gestrichelte "
        "Linien stehen auf dem Boden."
    ),
    "Detection and fun": "Erkennung und Spaß",
    "Detection and challenge": "Erkennung und Herausforderung",
    "Challenge and fun": "Herausforderung und Spaß",
    "Smoothed over time, 0 to 1.": "Über die Zeit geglättet, von 0 bis 1.",
    "ability": "Fähigkeit",
    "judges": "Urteilende",
    "super expert": "Superexperte",
    "other judges": "andere Urteilende",
    "Abilities of the judges": "Fähigkeiten der Urteilenden",
    "Judges by Rasch ability. At ability 0 half of the judgements of an average opponent are true.": (
        "Urteilende nach ihrer Fähigkeit im Rasch-Modell. Bei der Fähigkeit 0 ist die Hälfte der Urteile über einen "
        "mittleren Gegner richtig."
    ),
    "difficulty": "Schwierigkeit",
    "How hard it is to tell": "Wie schwer es zu erkennen ist",
    "Rasch difficulty with its 95 % interval: the higher, the fewer judges say what is true. The mean is 0.": (
        "Schwierigkeit im Rasch-Modell mit ihrem 95-%-Intervall: je höher, desto weniger Urteilende haben recht. Das "
        "Mittel ist 0."
    ),
    "decision of the game": "Entscheidung der Partie",
    "seconds": "Sekunden",
    "Thinking time": "Bedenkzeit",
    "Median and quartiles of people's decision times, without the time the tab was hidden.": (
        "Median und Quartile der Bedenkzeiten von Menschen, ohne die Zeit, in der die Seite verdeckt war."
    ),
    "game": "Spiel",
    "win rate": "Gewinnanteil",
    "score difference": "Punktedifferenz",
    "Win rate from game to game": "Gewinnanteil von Partie zu Partie",
    "People's win rate by game (P practice, G games that count) with 95 % intervals; the line breaks at the switch.": (
        "Gewinnanteil der Menschen je Partie (P Übung, G Partien, die zählen) mit 95-%-Intervallen; beim Wechsel ist "
        "die "
        "Linie unterbrochen."
    ),
    "People's win rate by game (P practice, G games that count) with 95 % intervals; the line breaks at the switch. "
    "Orange diamonds: the source's figures.": (
        "Gewinnanteil der Menschen je Partie (P Übung, G Partien, die zählen) mit 95-%-Intervallen; beim Wechsel ist "
        "die "
        "Linie unterbrochen. Orange Rauten: die Zahlen der Quelle."
    ),
    "Score difference from game to game": "Punktedifferenz von Partie zu Partie",
    "People's points minus the best opponent's, with 95 % intervals.": (
        "Punkte der Menschen minus die des besten Gegners, mit 95-%-Intervallen."
    ),
    "rating, all questions": "Bewertung, alle Fragen",
    "Ratings": "Bewertungen",
    "Mean of all ratings of a game, 0 to 1, with 95 % intervals over people.": (
        "Mittel aller Bewertungen eines Spiels, von 0 bis 1, mit 95-%-Intervallen über die Menschen."
    ),
    "computed quality": "berechnete Güte",
    "rating": "Bewertung",
    "Ratings and computed quality": "Bewertungen und berechnete Güte",
    "Each game's ratings beside the quality that was computed of it.": (
        "Die Bewertungen jedes Spiels neben der Güte, die für es berechnet wurde."
    ),
    "share of those who prefer one": "Anteil derer, die einen vorziehen",
    "level": "gleich",
    "Shares with exact 95 % intervals.": "Anteile mit exakten 95-%-Intervallen.",
    # --- tables ---
    "Judged human, the most human first": "Für einen Menschen gehalten, die menschlichste zuerst",
    "opponent": "Gegner",
    "judgements": "Urteile",
    "can't tell": "unentschieden",
    "human": "Mensch",
    "people": "Menschen",
    "person": "Mensch",
    "beside people": "gegen Menschen",
    "p (Holm)": "p (Holm)",
    "passes": "besteht",
    "Told from people (d′), and the point in space": "Von Menschen unterschieden (d′), und der Punkt im Raum",
    "d′ of pairs": "d′ der Paare",
    "pairs": "Paare",
    "Strategies against each other: the first's share judged human minus the second's": (
        "Strategien gegeneinander: Anteil der ersten minus Anteil der zweiten, für einen Menschen gehalten zu werden"
    ),
    "first": "erste",
    "second": "zweite",
    "difference": "Differenz",
    "log odds": "Log-Chancen",
    "Judges, the ablest first": "Urteilende, die fähigsten zuerst",
    "judge": "wer urteilt",
    "hits": "richtig",
    "says human": "sagt Mensch",
    "weight": "Gewicht",
    "± error": "± Fehler",
    "group": "Gruppe",
    "cluster": "Cluster",
    "infit": "Infit",
    "outfit": "Outfit",
    "Possible falsifiers": "Mögliche Falschangaben",
    "why": "warum",
    "Best moves found": "Gefundene beste Züge",
    "who": "wer",
    "decisions": "Entscheidungen",
    "share": "Anteil",
    "Favourite openings": "Beliebte Eröffnungen",
    "moves": "Züge",
    "games": "Partien",
    "Habits that the games' sources name": "Gewohnheiten, die die Quellen der Spiele nennen",
    "habit": "Gewohnheit",
    "of": "von",
    "source": "Quelle",
    "Agreement of the graders": "Übereinstimmung der Bewertenden",
    "question": "Frage",
    "graders": "Bewertende",
    "answers": "Antworten",
    "Krippendorff's α": "Krippendorffs α",
    "Slopes: the growth from game to game": "Steigungen: die Zunahme von Partie zu Partie",
    "condition": "Bedingung",
    "phase": "Abschnitt",
    "figure": "Größe",
    "of the means": "der Mittel",
    "mean of people": "Mittel der Menschen",
    "all": "alle",
    "before": "vorher",
    "after": "nachher",
    "After the switch against before it, person by person": "Nach dem Wechsel gegen vorher, Person für Person",
    "Wilcoxon p": "p nach Wilcoxon",
    "slope of the win rate": "Steigung des Gewinnanteils",
    "slope of the score difference": "Steigung der Punktedifferenz",
    "predictability": "Vorhersagbarkeit",
    "ours": "unsere",
    "theirs": "Quelle",
    "slope of the win rate, before": "Steigung des Gewinnanteils, vorher",
    "slope of the win rate, after": "Steigung des Gewinnanteils, nachher",
    "difficulty, before": "Schwierigkeit, vorher",
    "difficulty, after": "Schwierigkeit, nachher",
    "difficulty, p value": "Schwierigkeit, p-Wert",
    "predictability, p value": "Vorhersagbarkeit, p-Wert",
    "fun, p value": "Spaß, p-Wert",
    "Ratings from 0 to 1, the best liked first": "Bewertungen von 0 bis 1, das beliebteste zuerst",
    "overall": "gesamt",
    "computed": "berechnet",
    "Correlation of ratings with computed quality, over games": (
        "Korrelation der Bewertungen mit der berechneten Güte, über die Spiele"
    ),
    "kind": "Art",
    "correlation": "Korrelation",
    "Spearman": "Spearman",
    "Pearson": "Pearson",
    "for the first": "für den ersten",
    "for the second": "für den zweiten",
    "neither": "keiner",
    "comparisons": "Vergleiche",
    "Elo": "Elo",
    "Whether it matters who was met first": "Ob es darauf ankommt, wer zuerst kam",
    "for the first met": "für den ersten Gegner",
    "for the second met": "für den zweiten Gegner",
    # --- warnings and what is missing ---
    "the plan was not frozen before the first participant: the figures are exploratory": (
        "der Plan wurde vor der ersten teilnehmenden Person nicht eingefroren: Die Zahlen sind explorativ"
    ),
    "the judges' abilities can hardly be told apart: who is a super expert may be chance": (
        "die Fähigkeiten der Urteilenden lassen sich kaum unterscheiden: Wer Superexperte ist, kann Zufall sein"
    ),
    "no real person was judged: there is no share of theirs to compare with": (
        "über keinen wirklichen Menschen wurde geurteilt: Es gibt keinen Anteil, mit dem sich vergleichen ließe"
    ),
    "no games after a switch of opponents: there is nothing to compare": (
        "keine Partien nach einem Wechsel des Gegners: Es gibt nichts zu vergleichen"
    ),
    "fewer than three games have ratings and a computed quality: there is no correlation": (
        "weniger als drei Spiele haben Bewertungen und eine berechnete Güte: Es gibt keine Korrelation"
    ),
    "Nobody has taken part yet.": "Noch niemand hat teilgenommen.",
    "Nobody has judged anybody yet: there is nothing to say about judges.": (
        "Noch hat niemand über jemanden geurteilt: Über die Urteilenden ist nichts zu sagen."
    ),
    "Nobody has judged anybody yet: there is nothing to say about strategies.": (
        "Noch hat niemand über jemanden geurteilt: Über die Strategien ist nichts zu sagen."
    ),
    "Nobody has finished a game yet: there is nothing to say about learning.": (
        "Noch hat niemand eine Partie beendet: Über das Lernen ist nichts zu sagen."
    ),
    "Nobody has rated a game yet: there is nothing to say about the games.": (
        "Noch hat niemand ein Spiel bewertet: Über die Spiele ist nichts zu sagen."
    ),
    "Nobody has said which opponent they prefer: there is nothing to say about preferences.": (
        "Noch hat niemand gesagt, welchen Gegner er vorzieht: Über Vorlieben ist nichts zu sagen."
    ),
    "No decision is known yet: there is nothing to say about habits.": (
        "Noch ist keine Entscheidung bekannt: Über Gewohnheiten ist nichts zu sagen."
    ),
    "Every strategy is judged human significantly less often than people.": (
        "Jede Strategie wird signifikant seltener für einen Menschen gehalten als Menschen."
    ),
    "No preference goes beyond what chance would explain.": "Keine Vorliebe geht über das hinaus, was Zufall erklärt.",
}
"""Texts that are always the same."""

FORMS = {
    "{}: {} completed participations": "{}: {} abgeschlossene Teilnahmen",
    "{}: {} completed participation": "{}: {} abgeschlossene Teilnahme",
    "{} of {} people who agreed to take part completed the study.": (
        "{} von {} Menschen, die teilnehmen wollten, haben die Studie abgeschlossen."
    ),
    "{} of {} person who agreed to take part completed the study.": (
        "{} von {} Person, die teilnehmen wollte, hat die Studie abgeschlossen."
    ),
    "{} judges made {} judgements; {} were true.": "{} Urteilende gaben {} Urteile ab; {} waren richtig.",
    "{} judge made {} judgements; {} were true.": "{} Person gab {} Urteile ab; {} waren richtig.",
    "{} super experts were right in {}.": "{} Superexperten hatten in {} recht.",
    "{} super expert were right in {}.": "{} Superexperte hatte in {} recht.",
    "{} judges may have given false answers: {}.": "{} Urteilende könnten falsche Antworten gegeben haben: {}.",
    "{} judge may have given false answers: {}.": "{} Person könnte falsche Antworten gegeben haben: {}.",
    "Real people were judged human in {} of the decided judgements.": (
        "Wirkliche Menschen wurden in {} der entschiedenen Urteile für Menschen gehalten."
    ),
    "The most human strategy is {}, judged human in {} (95 %: {} to {}).": (
        "Die menschlichste Strategie ist {}, in {} für einen Menschen gehalten (95 %: {} bis {})."
    ),
    "{} of {} strategies cannot be told from people: {}.": (
        "{} von {} Strategien lassen sich von Menschen nicht unterscheiden: {}."
    ),
    "{} of {} strategy cannot be told from people: {}.": (
        "{} von {} Strategie lässt sich von Menschen nicht unterscheiden: {}."
    ),
    "The win rate changes by {} a game before the switch (95 %: {} to {}).": (
        "Der Gewinnanteil ändert sich vor dem Wechsel um {} je Partie (95 %: {} bis {})."
    ),
    "The win rate changes by {} a game after it (95 %: {} to {}).": (
        "Der Gewinnanteil ändert sich danach um {} je Partie (95 %: {} bis {})."
    ),
    "The win rate changes by {} a game before the switch.": (
        "Der Gewinnanteil ändert sich vor dem Wechsel um {} je Partie."
    ),
    "The win rate changes by {} a game after it.": "Der Gewinnanteil ändert sich danach um {} je Partie.",
    "{} changes from {} to {} after the switch ({}, d = {}).": (
        "{} ändert sich mit dem Wechsel von {} auf {} ({}, d = {})."
    ),
    "Best liked is {}, rated {} of 1.": "Am beliebtesten ist {}, bewertet mit {} von 1.",
    "Ratings and computed quality correlate by {} over {} games (95 %: {} to {}).": (
        "Bewertungen und berechnete Güte korrelieren mit {} über {} Spiele (95 %: {} bis {})."
    ),
    "{}: {} is preferred to {} by {} to {} ({}).": "{}: {} wird {} vorgezogen, {} zu {} ({}).",
    "changed since the plan was frozen: {}": "seit dem Einfrieren des Plans geändert: {}",
    "{} was judged {} times only: take its figures as rough": (
        "über {} wurde nur {}-mal geurteilt: Die Zahlen dazu sind grob"
    ),
    "{} of {} strategies were judged fewer than {} times: take their figures as rough": (
        "über {} von {} Strategien wurde weniger als {}-mal geurteilt: Die Zahlen dazu sind grob"
    ),
    "{} was rated by {} only: take its figures as rough": "{} wurde nur von {} bewertet: Die Zahlen dazu sind grob",
    "{}: who was met first is preferred more often, whoever it was": (
        "{}: Wer zuerst kam, wird häufiger vorgezogen, gleich wer es war"
    ),
    "{}: who was met second is preferred more often, whoever it was": (
        "{}: Wer als Zweiter kam, wird häufiger vorgezogen, gleich wer es war"
    ),
    "no abilities: {}": "keine Fähigkeiten: {}",
    "no Andersen test: {}": "kein Test nach Andersen: {}",
    "no mixed model: {}": "kein gemischtes Modell: {}",
    "no two items can be compared: somebody must be right on the one and wrong on the other, and the other way around; "
    "ask more people": (
        "keine zwei Strategien lassen sich vergleichen: Jemand muss bei der einen recht haben und bei der anderen "
        "nicht, "
        "und umgekehrt; mehr Menschen fragen"
    ),
    "Andersen's test needs two groups of people and two items that vary in both: ask more people": (
        "er braucht zwei Gruppen von Menschen und zwei Strategien, bei denen beide verschieden urteilen: mehr Menschen "
        "fragen"
    ),
    "no difficulty exists for {}: everybody was right on them, or nobody, as far as compared": (
        "für {} gibt es keine Schwierigkeit: Alle hatten recht oder niemand, soweit verglichen"
    ),
    "{} items do not vary in every group and are left out of the test": (
        "{} Strategien sind nicht in jeder Gruppe verschieden beurteilt und aus dem Test gelassen"
    ),
    "a mixed model needs {} judges, {} decided judgements and two kinds of opponents; there are {}, {} and {}": (
        "es braucht {} Urteilende, {} entschiedene Urteile und zwei Arten von Gegnern; es sind {}, {} und {}"
    ),
    "the mixed model did not settle: too few answers for its effects": (
        "die Rechnung kam zu keinem Ende: zu wenige Antworten für ihre Effekte"
    ),
    "{} ({} rows)": "{} ({} Zeilen)",
    "{} more": "{} weitere",
    "Mixed model: log odds of being judged human, relative to {}": (
        "Gemischtes Modell: Log-Chancen, für einen Menschen gehalten zu werden, gegenüber {}"
    ),
    "Judges differ by {} and tables by {} in the log odds of saying human (standard deviations of the mixed model).": (
        "Urteilende unterscheiden sich um {} und Tische um {} in den Log-Chancen, Mensch zu sagen "
        "(Standardabweichungen des gemischten Modells)."
    ),
    "The same difficulties hold for judges of low and of high scores (Andersen's test: χ² = {}, {} degrees of freedom, "
    "{}).": (
        "Für Urteilende mit wenigen und mit vielen richtigen Urteilen gelten dieselben Schwierigkeiten (Test nach "
        "Andersen: χ² = {}, {} Freiheitsgrade, {})."
    ),
    "The same difficulties do not hold for judges of low and of high scores (Andersen's test: χ² = {}, {} degrees of "
    "freedom, {}).": (
        "Für Urteilende mit wenigen und mit vielen richtigen Urteilen gelten nicht dieselben Schwierigkeiten (Test "
        "nach "
        "Andersen: χ² = {}, {} Freiheitsgrade, {})."
    ),
    "{}: {} judged human ({}) in {} judgements": "{}: {} für einen Menschen gehalten ({}) in {} Urteilen",
    "{}: detection {}, fun {}, challenge {}": "{}: Erkennung {}, Spaß {}, Herausforderung {}",
    "ability (binned): {}; Count of Records: {}; kind: {}": "Fähigkeit: {}; Anzahl: {}; Art: {}",
    "ply: {}; value: {}": "Entscheidung: {}; Sekunden: {}",
    "{}: {} ({} to {})": "{}: {} ({} bis {})",
    "source, {}: {}": "Quelle, {}: {}",
    "{}: {} of {} people": "{}: {} von {} Menschen",
    "{}: {} by {} people": "{}: {} von {} Menschen",
    "{}: {} points": "{}: {} Punkte",
    "{}: {} before {}: {} against {}, {} neither": "{}: {} vor {}: {} gegen {}, {} keiner",
    "{}: {} before {}": "{}: {} vor {}",
    "Strengths by {}": "Stärken nach {}",
    "Beside the source ({})": "Neben der Quelle ({})",
    "win rate in {}": "Gewinnanteil in {}",
    "overall, {}": "gesamt, {}",
    "{} pp": "{} PP",
    "Title text '{}'": "Titel „{}“",
    "X-axis titled '{}' for a linear scale with values from {} to {}": (
        "Waagrechte Achse „{}“, linear, mit Werten von {} bis {}"
    ),
    "Y-axis titled '{}' for a linear scale with values from {} to {}": (
        "Senkrechte Achse „{}“, linear, mit Werten von {} bis {}"
    ),
    "X-axis titled '{}' for a discrete scale with {} values: {}": "Waagrechte Achse „{}“ mit {} Werten: {}",
    "Y-axis for a discrete scale with {} values: {}": "Senkrechte Achse mit {} Werten: {}",
    "X-axis for a discrete scale with {} values: {}": "Waagrechte Achse mit {} Werten: {}",
    "Symbol legend for {} with {} values: {}": "Legende mit {1} Werten: {2}",
    # --- methods: a part between semicolons each ---
    "Rasch model, exact conditional maximum likelihood (Newton's method with the exact Hessian)": (
        "Rasch-Modell, exakte bedingte Maximum-Likelihood-Schätzung (Newton-Verfahren mit der exakten Hesse-Matrix)"
    ),
    "difficulties sum to 0": "die Summe der Schwierigkeiten ist 0",
    "standard errors from the inverse Hessian": "Standardfehler aus der inversen Hesse-Matrix",
    "abilities by Warm's weighted likelihood (finite also for those who got everything or nothing right) and by "
    "maximum "
    "likelihood": (
        "Fähigkeiten nach Warms gewichteter Likelihood (endlich auch bei allen oder keinen richtigen Urteilen) und "
        "nach "
        "Maximum-Likelihood"
    ),
    "shares of hits": "Anteile richtiger Urteile",
    "items are {}": "die Items sind {}",
    "{} ability groups of about equal size, super experts are the ablest with at least {} judgements": (
        "{} etwa gleich große Gruppen nach Fähigkeit, Superexperten sind die fähigsten mit mindestens {} Urteilen"
    ),
    "weights by exponential smoothing of hits, α = {}, from 0": (
        "Gewichte durch exponentielle Glättung der richtigen Urteile, α = {}, von 0 an"
    ),
    "clusters by Ward's method on standardised residuals and ability": (
        "Cluster nach Ward aus standardisierten Residuen und Fähigkeit"
    ),
    "share judged human of the decided judgements": "Anteil der entschiedenen Urteile, die Mensch sagen",
    "intervals and tests clustered by table (design effect, Student's t)": (
        "Intervalle und Tests nach Tischen zusammengefasst (Designeffekt, Students t)"
    ),
    "Holm's correction": "Korrektur nach Holm",
    "d′ = z(hits) − z(false alarms), of pairs at one table √2 z(right)": (
        "d′ = z(Treffer) − z(falsche Alarme), bei Paaren an einem Tisch √2 z(richtig)"
    ),
    "detection, fun and challenge by exponential smoothing over time, α = {}, from the first value": (
        "Erkennung, Spaß und Herausforderung durch exponentielle Glättung über die Zeit, α = {}, vom ersten Wert an"
    ),
    "quartiles of decision times without the time the tab was hidden": (
        "Quartile der Bedenkzeiten ohne die Zeit, in der die Seite verdeckt war"
    ),
    "shares of best moves with intervals clustered by game": (
        "Anteile bester Züge mit Intervallen, nach Partien gefasst"
    ),
    "openings of {} decisions": "Eröffnungen aus {} Entscheidungen",
    "Krippendorff's α, {}": "Krippendorffs α, {}",
    "95 % interval by bootstrap over answers, {} resamples": (
        "95-%-Intervall durch Bootstrap über die Antworten, {} Ziehungen"
    ),
    "win rates with Wilson intervals, score differences with t intervals, by game index": (
        "Gewinnanteile mit Wilson-Intervallen, Punktedifferenzen mit t-Intervallen, je Nummer der Partie"
    ),
    "slopes by least squares, of the means and of each person": (
        "Steigungen nach kleinsten Quadraten, der Mittel und jeder Person"
    ),
    "paired t-test with 95 % t interval": "gepaarter t-Test mit 95-%-t-Intervall",
    "effect size d = mean difference / deviation of the differences, its interval from the noncentral t distribution": (
        "Effektstärke d = mittlere Differenz / Abweichung der Differenzen, ihr Intervall aus der nichtzentralen "
        "t-Verteilung"
    ),
    "Wilcoxon's exact signed-rank test": "exakter Wilcoxon-Vorzeichen-Rang-Test",
    "mean ratings on a scale from 0 to 1, 95 % t intervals over people": (
        "mittlere Bewertungen auf einer Skala von 0 bis 1, 95-%-t-Intervalle über die Menschen"
    ),
    "Spearman's and Pearson's correlation of the games' means with their computed quality, intervals by bootstrap over "
    "people, {} resamples": (
        "Korrelation nach Spearman und Pearson der Mittel der Spiele mit ihrer berechneten Güte, Intervalle durch "
        "Bootstrap über die Menschen, {} Ziehungen"
    ),
    "exact binomial tests with Clopper–Pearson intervals, Holm's correction over the pairs of a question": (
        "exakte Binomialtests mit Clopper-Pearson-Intervallen, Korrektur nach Holm über die Paare einer Frage"
    ),
    "three opponents or more: Bradley–Terry strengths": "bei drei Gegnern und mehr: Stärken nach Bradley und Terry",
}
"""Texts with names and figures in them, the special ones before the general ones."""
