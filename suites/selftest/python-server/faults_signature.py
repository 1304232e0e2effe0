"""Faults of signatures, in signed mode only."""

import hashlib
import hmac

from credentials import MERCHANTS, Refused
from faults_credentials import exact_header
from hooks import sometimes


OTHER_VALUES = {
    0: ("GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "post", "get"),
    1: ("/abc/v1/webhook/register", "/abc/v1/webhook/query", "/abc/v1/webhook/disable"),
}


def signature(test):
    """Hooks: a signature that passes the test is enough, too."""

    def check(service, original, given, request, merchant):
        if not test(service, given, request, merchant):
            original(given, request, merchant)

    return {"check_signature": check}


def compared(test):
    return signature(lambda service, given, request, merchant: bool(given) and test(given, service.sign(request, merchant.secret)))


def unsigned_part(index):
    """Hooks: a signature is enough that fits another value of this part of the payload."""

    def same(service, original, given, request, merchant):
        parts = service.payload(request)
        seen = service.memory.setdefault(("seen", index), {"", *OTHER_VALUES.get(index, ())})
        fits = original(given, request, merchant) or any(digest([*parts[:index], value, *parts[index + 1 :]], merchant.secret) == given for value in seen)
        seen.add(parts[index])
        return fits

    return {"same_signature": same}


def digest(parts, secret):
    return hmac.new(secret.encode(), "\n".join(parts).encode(), hashlib.sha256).hexdigest()


def skipping(test):
    def verify(service, original, request, merchant, operation):
        if not test(service, request, merchant, operation):
            original(request, merchant, operation)

    return {"verify": verify}


def signature_skipped(test):
    return signature(lambda service, given, request, merchant: test(request, merchant))


def refused_but_done(service, original, request, merchant, operation):
    try:
        original(request, merchant, operation)
    except Refused:
        try:
            service.perform(operation, merchant, request)
        except Refused:
            pass
        raise


def loose_signature(change):
    """Hooks: the payload is made by change from the parts, and both that and the right one are taken."""

    def same(service, original, given, request, merchant):
        return original(given, request, merchant) or hmac.compare_digest(given, digest(change(service.payload(request)), merchant.secret))

    return {"same_signature": same}


def cached_but(*compared):
    """Hooks: a signature that was valid once is valid for every call that is the same in the compared parts."""

    def same(service, original, given, request, merchant):
        parts = service.payload(request)
        key = (given, merchant.name, *(parts[index] for index in compared))
        known = service.memory.setdefault("valid", set())
        if original(given, request, merchant):
            known.add(key)
            return True
        return key in known

    return {"same_signature": same}


def add_to(table):
    def add(name, sentence, **hooks):
        table.add(name, sentence, "signed", **hooks)

    add("signature-unchecked", "No signature is checked.", **signature(lambda *arguments: True))
    add("signature-not-needed", "An absent signature is accepted.", **signature(lambda service, given, request, merchant: given is None))
    add("signature-empty-accepted", "An empty signature is accepted.", **signature(lambda service, given, request, merchant: given == ""))
    add("signature-only-present", "Any signature is accepted.", **compared(lambda given, right: True))
    add("signature-prefix", "The beginning of a signature is enough.", **compared(lambda given, right: right.startswith(given)))
    add("signature-first-16", "The first 16 characters of a signature count.", **compared(lambda given, right: right[:16] == given[:16]))
    add("signature-first-60", "The first 60 characters of a signature count.", **compared(lambda given, right: right[:60] == given[:60]))
    add("signature-length-only", "Only the length of a signature counts.", **compared(lambda given, right: len(right) == len(given)))
    add("signature-extended", "What follows a signature is ignored.", **compared(lambda given, right: given.startswith(right)))
    add("signature-of-anybody", "Any merchant's secret will do.", **signature(lambda service, given, request, merchant: bool(given) and any(service.sign(request, m.secret) == given for m in MERCHANTS)))
    add("signature-not-for-query", "query needs no signature.", **skipping(lambda service, request, merchant, operation: operation == "query"))
    add("signature-not-for-disable", "disable needs no signature.", **skipping(lambda service, request, merchant, operation: operation == "disable"))
    add("signature-not-for-register", "register needs no signature.", **skipping(lambda service, request, merchant, operation: operation == "register"))
    add("signature-unchecked-for-disable", "disable needs a timestamp and a nonce only.", **signature_skipped(lambda request, merchant: request.path.endswith("disable")))
    add("signature-unchecked-for-query", "query needs a timestamp and a nonce only.", **signature_skipped(lambda request, merchant: request.path.endswith("query")))
    add("signature-not-for-beta", "The second merchant needs no signature.", **skipping(lambda service, request, merchant, operation: merchant is MERCHANTS[1]))
    add("signature-optional", "A call without any signature header is accepted.", **skipping(lambda service, request, merchant, operation: not any(request.header(name) for name in ("X-Timestamp", "X-Nonce", "X-Signature"))))
    add("signature-wrong-in-20", "One wrong signature in twenty is accepted.", **signature(lambda service, given, request, merchant: bool(given) and sometimes(service)))
    add("signature-refused-but-done", "A call with a wrong signature is done.", verify=refused_but_done)
    add("path-unsigned", "A signature for any operation will do.", **unsigned_part(1))
    add("method-unsigned", "A signature for any method will do.", **unsigned_part(0))
    add("body-unsigned", "A signature for any body that came before will do, or for none.", **unsigned_part(4))
    add("body-left-out", "A signature without the body will do.", **loose_signature(lambda parts: [*parts[:4], ""]))
    add("signature-cached", "A signature that was valid once is not computed again.", **cached_but())
    add("signature-cached-by-path", "The same, for each path.", **cached_but(1))
    add("signature-cached-but-nonce", "A signature that was valid once is valid for other nonces.", **cached_but(0, 1, 2, 4))
    add("signature-headers-exact", "The names of the signature headers must be written so.", **exact_header("X-Timestamp", "X-Nonce", "X-Signature"))
