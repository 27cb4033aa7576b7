"""Colonizers: four players build on Mars, with hidden colonists and hidden hands."""

from ludarium.engine.entry import Entry

ENTRY = Entry(
    "colonizers",
    ".game:Colonizers",
    "4",
    "build on Mars with hidden colonists and hidden hands",
    home=__name__,
    title="Colonizers",
    place=11,
    quiz=".quiz:quiz",
    introduction=".introduction:STEPS",
    board="colonizers",
    players={
        "heuristic": ".players.heuristic:Heuristic",
        "maxn": ".players.searching:MaxN",
        "ismcts": ".players.searching:Ismcts",
        "ismcts-pom": ".players.searching:IsmctsPom",
        "mo-ismcts": ".players.searching:MoIsmcts",
        "champion": ".players.champion:Champion",
    },
    levels=".levels:LEVELS",
    reproductions={"colonizers": ".reproduction:REPRODUCTION"},
)
