"""Letters that look like others, as far as names need it.

The idea is that of Unicode's confusables (UTS 39): a text is turned into its skeleton, and two texts that have the same
skeleton look alike. The table is our own and much smaller: it brings the letters of other scripts to the Latin ones
that they look like, and those Latin letters and digits together that many typefaces hardly tell apart.
"""

from __future__ import annotations

import unicodedata

# Each row: what stands in the skeleton, and what looks like it once case is folded. Capitals count, too: where a letter
# looks like a Latin one only as a capital (Cyrillic В), its small form stands here.
_ALIKE = """
a αаɑᎪꓮ𐊠ᴀ
b βвьʙᏴᏼꓐ
c сϲϲᏟꓚᴄ
d ԁԀᎠꓓᴅɗđð
e εеєҽᎬꓰᴇɛℯ
f ϝғꓝꞙƒ
g ɡԍɢᏀꓖցǥ
h ηнһʜᎻꓧհℎħ
j јʝᎫꓙᴊ
k κкᏦꓗᴋқƙĸ
l ι1|іi!ɪıןӏꓡʟᏞӀ∣ƚɩǀł
m μмᎷꓟᴍ
n νпɴꓠոռ
o ο0оσօ๐ᴏ०০੦૦௦౦೦൦๐໐၀ⲟꓳ○◯øө
p ρрᏢꓑᴘþƿ
q ԛգզ
r гʀᎡᏒꓣɼ
s ѕꜱᏚꓢႽ
t τтᎢꓔᴛŧ
u սᴜʋꓴ
v ѵᏙᏤꓦᴠ
w ωѡԝᎳꓪᴡա
x χхҳꓫ×
y υγуүʏᎩꓬყ
z ζᏃꓜᴢʐƶ
3 зʒӡȝ
6 бϬ
- ‐‑‒–—―−⁃﹘ー一ー
' ’‘ʼʹ′`´ʻ՚＇
. ·•․‧∙⋅
"""
_SKELETON = str.maketrans(
    {alike: row[0] for row in _ALIKE.split("\n") if row for alike in row[2:]}
    | {" ": None}  # blanks are easily overlooked
)
_PAIRS = (("rn", "m"), ("vv", "w"))
_SMALL_GREEK = str.maketrans({"ν": "v", "η": "n", "υ": "u"})
"""Greek letters whose small form looks like another Latin letter than their capital."""


def is_accent(char: str) -> bool:
    """Whether this is a mark that can stand on any letter, rather than a part of some script's spelling."""
    return any(
        low <= char <= high
        for low, high in (("\u0300", "\u036f"), ("\u1ab0", "\u1aff"), ("\u1dc0", "\u1dff"), ("\u20d0", "\u20ff"))
    )


def skeleton(text: str) -> str:
    """What a text looks like: texts that are hardly told apart have the same one. Accents do not count."""
    return _drawn(_folded(text))


def other_skeletons(text: str) -> set[str]:
    """Further skeletons that a text has to be compared by, which others of the same look have as theirs."""
    return {_drawn(_folded(text.translate(_SMALL_GREEK)))} - {skeleton(text)}


def _folded(text: str) -> str:
    # Folding can bring up marks that were part of a letter (Turkish İ): hence twice.
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if not is_accent(char))


def _drawn(folded: str) -> str:
    drawn = folded.translate(_SKELETON)
    for pair, one in _PAIRS:
        drawn = drawn.replace(pair, one)
    return drawn
