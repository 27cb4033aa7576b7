"""Where somebody asks from: the peer of the connection, or whomever a trusted proxy speaks for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from ludarium.engine.errors import LudariumError

NOBODY = "?"
"""The address of a peer that has none."""
FORWARDED = "forwarded"
"""The standard header (RFC 7239); any other name is read as a list of addresses, as `X-Forwarded-For` is one."""


@lru_cache(maxsize=4096)
def read(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text gives, with or without a port; an IPv4 address in IPv6's clothes is an IPv4 address."""
    bare = text.strip().strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        found = ip_address(bare)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def counted(text: str) -> str:
    """An address as limits count it: one network of IPv6 (/64) is one home, whatever addresses it takes."""
    found = read(text)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return text[:64] if found is None else str(found)


class Proxies:
    """The proxies that are believed, and the header in which they say for whom they ask."""

    def __init__(self, trusted: Iterable[str], header: str) -> None:
        try:
            self._networks = [ip_network(text, strict=False) for text in trusted]
        except ValueError as error:
            raise LudariumError(f"{error}: expected an address or a network such as 10.0.0.0/8") from None
        self._header = header.lower()

    def trust(self, text: str) -> bool:
        """Whether an address is that of a trusted proxy."""
        found = read(text) if self._networks else None
        return found is not None and any(found in network for network in self._networks)

    def origin(self, scope: Scope) -> tuple[str, bool | None]:
        """The address for which a request is made, as limits count it; and whether it came over HTTPS, where a proxy
        says so."""
        peer = (scope.get("client") or (NOBODY, 0))[0]
        if not self.trust(peer):
            return counted(peer), None
        headers = Headers(scope=scope)
        if self._header == FORWARDED:
            chain, scheme = _forwarded(headers.getlist(FORWARDED))
        else:
            chain = [part for value in headers.getlist(self._header) for part in value.split(",")]
            scheme = headers.getlist("x-forwarded-proto")[-1:]
        told = scheme[-1].rpartition(",")[2].strip().lower() if scheme else ""
        return counted(self._client(chain, peer)), {"https": True, "http": False}.get(told)

    def _client(self, chain: list[str], peer: str) -> str:
        """The last address that is not a proxy's own: what stands before it, anybody may have written."""
        found = peer
        for text in reversed(chain):
            if read(text) is None:
                return found
            found = text
            if not self.trust(text):
                break
        return str(read(found) or found)


def _forwarded(values: list[str]) -> tuple[list[str], list[str]]:
    """`Forwarded: for=192.0.2.60;proto=https, for="[2001:db8::1]:80"` as addresses, and the last scheme."""
    chain, scheme = [], []
    for element in ",".join(values).split(","):
        pairs = dict(pair.strip().lower().partition("=")[::2] for pair in element.split(";"))
        chain.append(pairs.get("for", ""))
        if "proto" in pairs:
            scheme = [pairs["proto"].strip('"')]
    return chain if values else [], scheme
