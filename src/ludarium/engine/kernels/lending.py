"""Arrays that are lent to compiled code for one call.

Numba counts who uses an array, and does so again for every array of a named tuple whenever the tuple is handed on or a
field of it is read: atomic additions in inner loops. Whoever calls from Python holds its arrays until the call returns,
so there is nothing to count. What `lent` returns counts for nobody, and the compiler leaves the counting out.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from ludarium.engine.kernels.jit import kernel, native

Fields = TypeVar("Fields")


@cache
def _uncounted() -> Any:
    from numba import types
    from numba.extending import intrinsic

    def uncount(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, value)
            array.meminfo = array.meminfo.type(None)
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            parts: Any = kind
            for place, part in enumerate(parts):
                held = uncount(context, builder, part, builder.extract_value(value, place))
                value = builder.insert_value(value, held, place)
        return value

    def lent(typing_context: Any, fields: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return uncount(context, builder, fields, arguments[0])

        return fields(fields), generate

    return intrinsic(lent)


@native(_uncounted)
@kernel
def lent(fields: Fields) -> Fields:
    """A named tuple with the same arrays, uncounted: only for what the caller holds, and never to be kept."""
    return fields
