"""The commands login, logout and whoami."""

from __future__ import annotations

import getpass
import os
import re
import sys

from gaffe_sdk import Gaffe
from gaffe_sdk.api import Me

from gaffe.credentials import Credentials, read_credentials, write_credentials
from gaffe.exit import AUTH, ExitError, usage
from gaffe.served_flow import client_of
from gaffe.settings import address_of, read_settings


def login(base_url: str | None) -> None:
    """Stores an API token for this user. It is prompted for, or read from standard input."""
    address = read_settings().base_url if base_url is None else address_of(base_url)
    _note(f"A token for {address}: Settings > API Token there, scopes read and write.")
    given = getpass.getpass("Token: ") if sys.stdin.isatty() else sys.stdin.read()
    token = given.strip()
    if token == "":
        raise usage("no token was given")
    if not re.fullmatch(r"[!-~]+", token):
        raise usage("the token has a character that no token has: copy it whole")
    name = _name_of(Gaffe(token, address))
    tokens = {**read_credentials().tokens, address: token}
    file = write_credentials(Credentials(address, tokens))
    print(f"Signed in to {address} as {name}. The token is in {file}")
    if os.environ.get("GAFFE_TOKEN"):
        _note("GAFFE_TOKEN is set, too, and is used instead.")


def logout(base_url: str | None) -> None:
    """Forgets the token of this user."""
    credentials = read_credentials()
    address = credentials.base_url if base_url is None else address_of(base_url)
    if address is None or address not in credentials.tokens:
        print("no token is stored")
        return
    tokens = {each: token for each, token in credentials.tokens.items() if each != address}
    write_credentials(Credentials(next(iter(tokens), None), tokens))
    print(f"Forgot the token for {address}. It stays valid: revoke it under Settings > API Token")


def whoami() -> None:
    """Prints the address, the token and its project."""
    settings = read_settings()
    gaffe = Gaffe(settings.api_key or " ", settings.base_url)
    print(f"{settings.base_url}: {_name_of(gaffe)} ({settings.api_key_from})")


def _name_of(gaffe: Gaffe) -> str:
    # `/me` needs no token; this request does.
    gaffe.find_test_runs(limit=1)
    me = client_of(gaffe).get("/me", Me)
    kind = me.who.get("kind")
    if kind == "nobody":
        raise ExitError(AUTH, "the token is not known there")
    if kind != "token":
        return f"{kind}, project {me.project_id}"
    scopes = ", ".join(me.who["scopes"])
    return f"the token {me.who['name']}, project {me.project_id}, scopes {scopes}"


def _note(text: str) -> None:
    print(text, file=sys.stderr)
