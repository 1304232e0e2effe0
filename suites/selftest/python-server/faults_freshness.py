"""Faults of timestamps and nonces, in signed mode only."""

import re
import time
from collections import deque

from credentials import Refused


def timestamp(check):
    """Hooks: check(service, original, given) instead of the check of the timestamp."""
    return {"check_timestamp": check}


def window(early, late):
    def check(service, original, given):
        if not given or not re.fullmatch("[0-9]{1,16}", given):
            raise Refused("auth", "invalid timestamp")
        age = service.now() - int(given) / 1000
        if age > late or -age > early:
            raise Refused("auth", "timestamp out of range")

    return timestamp(check)


def read_as(number):
    def check(service, original, given):
        try:
            value = number(given or "")
        except (ValueError, AttributeError, TypeError):
            raise Refused("auth", "invalid timestamp") from None
        original(str(int(value)))

    return timestamp(check)


def nonce_if_given(service, original, nonce, request, merchant):
    if nonce:
        original(nonce, request, merchant)


def without_nonce(service, original, given, request, merchant):
    if not given or not service.same_signature(given, request, merchant):
        raise Refused("auth", "invalid signature")


def nonce_by(*parts):
    return {"nonce_key": lambda service, original, nonce, request, merchant: (original(nonce, request, merchant), *(part(request) for part in parts))}


def last_nonces(count):
    def check(service, original, nonce, request, merchant):
        with service.lock:
            known = service.memory.setdefault("nonces", deque(maxlen=count))
            if (merchant.name, nonce) in known:
                raise Refused("auth", "nonce already used")
            known.append((merchant.name, nonce))

    return {"check_nonce": check}


def recent_nonces(seconds):
    def check(service, original, nonce, request, merchant):
        with service.lock:
            known = service.memory.setdefault("nonces", {})
            if known.get((merchant.name, nonce), -1e9) > time.monotonic() - seconds:
                raise Refused("auth", "nonce already used")
            known[merchant.name, nonce] = time.monotonic()

    return {"check_nonce": check}


def nonce_of_connection(service, original, nonce, request, merchant):
    known = request.connection.setdefault("nonces", set())
    if nonce in known:
        raise Refused("auth", "nonce already used")
    known.add(nonce)


def nonce_of_node(service, original, nonce, request, merchant):
    node = request.connection.setdefault("node", service.random.randrange(2))
    original((node, nonce), request, merchant)


def nonce_checked_on(*operations):
    return {"check_nonce": lambda service, original, nonce, request, merchant: original(nonce, request, merchant) if request.path.rpartition("/")[2] in operations else None}


def nonce_race(service, original, nonce, request, merchant):
    used = (merchant.name, nonce) in service.nonces
    time.sleep(0.005)
    if used:
        raise Refused("auth", "nonce already used")
    service.nonces.add((merchant.name, nonce))


def refused_only_if_not_the_last(service, original, nonce, request, merchant):
    if service.memory.get("last-nonce") == nonce:
        return
    service.memory["last-nonce"] = nonce
    original(nonce, request, merchant)


def replay_shows_answer(service, original, refusal, request):
    if "nonce" not in refusal.text:
        return original(refusal, request)
    merchant = service.find_merchant(request.header("X-API-Key"), request)
    current = service.find(merchant)
    return service.respond(401, service.failure(40101, refusal.text) | {"data": current and service.present(current, merchant)}, request)


def bad_nonce():
    raise Refused("auth", "no nonce")


def add_to(table):
    def add(name, sentence, **hooks):
        table.add(name, sentence, "signed", **hooks)

    add("timestamp-unchecked", "The timestamp is not compared.", **timestamp(lambda service, original, given: None if given and given.isdigit() else original(given)))
    add("timestamp-any-text", "A timestamp is any text.", **timestamp(lambda service, original, given: original(given) if not given or given.isdigit() else None))
    add("timestamp-not-needed", "An absent timestamp is accepted.", **timestamp(lambda service, original, given: None if given is None else original(given)))
    add("timestamp-empty-accepted", "An empty timestamp is accepted.", **timestamp(lambda service, original, given: None if given == "" else original(given)))
    add("timestamp-old-accepted", "Old timestamps are accepted.", **window(300, 1e12))
    add("timestamp-new-accepted", "New timestamps are accepted.", **window(1e15, 300))
    add("timestamp-900", "The tolerance is 900 s.", **window(900, 900))
    add("timestamp-day", "The tolerance is a day.", **window(86400, 86400))
    add("timestamp-float", "A timestamp may have a fraction.", **read_as(float))
    add("timestamp-digits-first", "A timestamp may end in anything.", **read_as(lambda given: re.match("[0-9]+", given)[0]))
    add("timestamp-date", "A timestamp that is no number is not compared.", **timestamp(lambda service, original, given: None if given and not re.fullmatch(r"-?[0-9.]+", given) else original(given)))
    add("nonce-unchecked", "Nonces are not remembered.", check_nonce=lambda service, original, nonce, request, merchant: None)
    add("nonce-not-needed", "An absent nonce is accepted.", check_signature=without_nonce, check_nonce=lambda service, original, nonce, request, merchant: None if nonce is None else original(nonce, request, merchant) if nonce else bad_nonce())
    add("nonce-empty-accepted", "An empty nonce is accepted.", check_signature=without_nonce, check_nonce=lambda service, original, nonce, request, merchant: nonce_if_given(service, original, nonce, request, merchant) if nonce is not None else bad_nonce())
    add("nonce-by-operation", "A nonce is used up for one operation.", **nonce_by(lambda request: request.path))
    add("nonce-by-body", "A nonce is used up for one body.", **nonce_by(lambda request: request.body))
    add("nonce-by-signature", "A nonce is used up for one signature.", **nonce_by(lambda request: request.header("X-Signature")))
    add("nonce-last-10", "Ten nonces are remembered.", **last_nonces(10))
    add("nonce-last-1", "One nonce is remembered.", **last_nonces(1))
    add("nonce-1-s", "A nonce is remembered for a second.", **recent_nonces(1))
    add("nonce-5-s", "A nonce is remembered for five seconds.", **recent_nonces(5))
    add("nonce-per-connection", "A connection remembers its nonces.", check_nonce=nonce_of_connection)
    add("nonce-per-node", "Each of two nodes remembers its nonces, and connections are spread over them.", check_nonce=nonce_of_node)
    add("nonce-on-register", "Nonces are checked for register only.", **nonce_checked_on("register"))
    add("nonce-not-on-query", "Nonces are not checked for query.", **nonce_checked_on("register", "disable"))
    add("nonce-not-on-disable", "Nonces are not checked for disable.", **nonce_checked_on("register", "query"))
    add("nonce-race", "The same nonce may be used twice at the same time.", check_nonce=nonce_race)
    add("nonce-twice-in-a-row", "A nonce may be repeated at once.", check_nonce=refused_only_if_not_the_last)
    add("replay-shows-configuration", "A refused replay has the configuration as data.", refuse=replay_shows_answer)
