"""Cookies.

Over HTTPS their names begin with `__Host-`: browsers then take them from this host alone, and over HTTPS alone. Over
HTTP, on a machine of one's own, they have plain names; over HTTPS those are not read, since whoever can change what
goes over HTTP could have set them.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

_PLAIN = {"session": "ludarium_session", "device": "ludarium_device", "study": "ludarium_study_"}
_SECURE = {"session": "__Host-ludarium", "device": "__Host-ludarium-device", "study": "__Host-ludarium-study-"}
"""Those of studies end with the study's own name: somebody may take part in several."""


def is_secure(connection: HTTPConnection) -> bool:
    return connection.scope.get("scheme") in ("https", "wss")


def cookie_of(connection: HTTPConnection, kind: str, name: str = "") -> str:
    """What a cookie holds; an empty text if there is none."""
    cookies = connection.cookies
    found = cookies.get(_SECURE[kind] + name)
    if found is None and not is_secure(connection):
        found = cookies.get(_PLAIN[kind] + name)
    return found or ""


def study_cookie_of(connection: HTTPConnection, study: str) -> str:
    """By what somebody is known who takes part in a study; an empty text if they are not."""
    return cookie_of(connection, "study", study)


def put_cookie(response: Response, kind: str, value: str, *, secure: bool, seconds: float, name: str = "") -> None:
    name = (_SECURE if secure else _PLAIN)[kind] + name
    response.set_cookie(name, value, max_age=int(seconds), path="/", httponly=True, samesite="lax", secure=secure)


def drop_cookie(response: Response, kind: str, *, secure: bool, name: str = "") -> None:
    name = (_SECURE if secure else _PLAIN)[kind] + name
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)
