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

    def lent(typing_context: Any, fields: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lent_fields = arguments[0]
            for place, kind in enumerate(fields):
                if isinstance(kind, types.Array):
                    array = context.make_array(kind)(context, builder, builder.extract_value(lent_fields, place))
                    array.meminfo = array.meminfo.type(None)
                    lent_fields = builder.insert_value(lent_fields, array._getvalue(), place)
            return lent_fields

        return fields(fields), generate

    return intrinsic(lent)


@native(_uncounted)
@kernel
def lent(fields: Fields) -> Fields:
    """A named tuple with the same arrays, uncounted: only for what the caller holds, and never to be kept."""
    return fields
