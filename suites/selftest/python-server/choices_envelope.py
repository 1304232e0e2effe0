"""Choices of the envelope and of the fields of a configuration."""

import json
from datetime import datetime, timezone

FIELDS = ("id", "merchantId", "callbackUrl", "eventTypes", "status", "retryCount", "createTime", "updateTime")


def statuses(**changed):
    return {"statuses": changed}


def same_code(code):
    return {"codes": dict.fromkeys(("ok", "input", "auth", "missing", "route"), code)}


def without(*members):
    def strip(service, original, *arguments):
        return {name: value for name, value in original(*arguments).items() if name not in members}

    return {"envelope": strip, "failure": strip}


def with_members(**members):
    def extend(service, original, *arguments):
        return original(*arguments) | members

    return {"envelope": extend, "failure": extend}


def on_errors(**members):
    return {"failure": lambda service, original, *arguments: original(*arguments) | members}


def present_with(change):
    return {"present": lambda service, original, *arguments: change(original(*arguments))}


def omitting(*fields):
    return present_with(lambda shown: {name: value for name, value in shown.items() if name not in fields})


def setting(**fields):
    return present_with(lambda shown: shown | fields)


def time_as(write):
    return {"format_time": lambda service, original, seconds: write(datetime.fromtimestamp(seconds, timezone.utc))}


def encoded(write):
    return {"encode": lambda service, original, document: write(document)}


def escape_everything(document):
    def text(value):
        units = value.encode("utf-16-be", "surrogatepass")
        return '"' + "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2)) + '"'

    def write(value):
        if isinstance(value, dict):
            return "{" + ",".join(f"{text(name)}:{write(member)}" for name, member in value.items()) + "}"
        return text(value) if isinstance(value, str) else json.dumps(value)

    return write(document).encode()


def envelopes(table):
    add = table.add
    add("always-200", "Every answer is HTTP 200.", **statuses(input=200, auth=200, missing=200, route=200))
    add("errors-422", "Refused input is HTTP 422.", **statuses(input=422))
    add("errors-500", "Every error is HTTP 500 with an envelope.", **statuses(input=500, auth=500, missing=500))
    add("errors-403", "Refused credentials are HTTP 403.", **statuses(auth=403))
    add("errors-409", "A missing configuration is HTTP 409.", **statuses(missing=409))
    add("success-201", "A success is HTTP 201.", **statuses(ok=201))
    add("success-202", "A success is HTTP 202.", **statuses(ok=202))
    add("code-200", "The code of a success is 200.", codes={"ok": 200})
    add("code-20000", "The code of a success is 20000.", codes={"ok": 20000})
    add("code-negative", "The codes of errors are negative.", codes={"input": -1, "auth": -2, "missing": -3})
    add("code-huge", "The codes do not fit a double.", codes={"ok": 9007199254740993, "input": 9223372036854775807})
    add("code-always-0", "The code is 0, on errors too.", **same_code(0))
    add("code-absent", "There is no code.", **without("code"))
    add("code-null", "The code is null.", **with_members(code=None))
    add("code-absent-on-success", "Only errors have a code.", envelope=without("code")["envelope"])
    add("msg-absent", "There is no msg.", **without("msg"))
    add("message-absent", "There is no message.", **without("message"))
    add("texts-absent", "There is neither msg nor message.", **without("msg", "message"))
    add("msg-null", "msg is null.", **with_members(msg=None))
    add("message-null", "message is null.", **with_members(message=None))
    add("texts-empty", "msg and message are empty.", **with_members(msg="", message=""))
    add("bare", "A success is only data, an error is only code.", envelope=without("code", "msg", "message")["envelope"], failure=without("msg", "message")["failure"])
    add("errors-empty-object", "An error is {}.", failure=lambda service, original, *arguments: {})
    add("extra-members", "The envelope has members of our own.", **with_members(traceId="7f3a", success=1, timestamp=1763625542123, meta={"v": [1]}))
    add("data-null-on-errors", "An error has data null.", **on_errors(data=None))
    add("data-false-on-errors", "An error has data false.", **on_errors(data=False))
    add("data-object-on-errors", "An error has data {}.", **on_errors(data={}))
    add("data-details-on-errors", "An error has data with the field at fault.", **on_errors(data={"field": "callbackUrl", "reason": "invalid"}))
    add("data-list-on-errors", "An error has data [].", **on_errors(data=[]))
    add("data-text-on-errors", "An error has a sentence as data.", **on_errors(data="refused"))
    add("long-texts", "The messages are long and not ASCII.", **with_members(message="处理完成 ✓ " * 400))
    add("pretty", "JSON is indented.", **encoded(lambda document: json.dumps(document, indent=4).encode() + b"\n"))
    add("escaped-slashes", "Slashes are escaped, as PHP does.", **encoded(lambda document: json.dumps(document).replace("/", "\\/").encode()))
    add("escaped-everything", "Every letter is a \\u escape.", **encoded(escape_everything))
    add("escaped-html", "<, > and & are \\u escapes, as Go does.", **encoded(lambda document: json.dumps(document).replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e").encode()))
    add("members-sorted", "Members are in alphabetical order.", **encoded(lambda document: json.dumps(document, sort_keys=True).encode()))
    add("members-reversed", "data comes first.", **encoded(lambda document: json.dumps(dict(reversed(document.items()))).encode()))
    add("blanks-around", "White space surrounds the JSON.", **encoded(lambda document: b"\r\n  " + json.dumps(document).encode() + b"\t\n"))


def configurations(table):
    add = table.add
    for name in FIELDS:
        add(f"omits-{name}", f"The configuration has no {name}.", **omitting(name))
    add("omits-all", "The configuration is {}.", **omitting(*FIELDS))
    add("only-url-and-status", "The configuration has only callbackUrl and status.", **omitting(*(set(FIELDS) - {"callbackUrl", "status"})))
    add("null-extras", "Every field but callbackUrl and status is null.", **setting(**dict.fromkeys(set(FIELDS) - {"callbackUrl", "status"})))
    add("extra-fields", "The configuration has fields of our own.", **setting(version=3, secretHint=None, deleted=False, name="default"))
    add("ids-huge", "Ids need 63 bits.", id_start=9223372036854775000)
    add("ids-snowflake", "Ids are just beyond 2^53.", id_start=9007199254740993)
    add("ids-zero", "Ids start at 0.", id_start=0)
    add("ids-beyond-64-bits", "Ids need more than 64 bits.", id_start=10**30)
    add("ids-per-merchant", "Every merchant has the configuration 1.", next_id=lambda service, original, merchant: 1)
    add("merchant-id-digits", "merchantId is digits.", present=lambda service, original, current, merchant: original(current, merchant) | {"merchantId": str(9007199254740992 + len(merchant.name))})
    add("times-without-fraction", "Times have no fraction.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%SZ")))
    add("times-micros", "Times have six digits of fraction.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")))
    add("times-nanos", "Times have nine digits of fraction.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S.%f789Z")))
    add("times-trimmed", "Zeros at the end of the fraction are left out, as Java does.", **time_as(lambda moment: (moment.strftime("%Y-%m-%dT%H:%M:%S") + f".{moment.microsecond:06d}".rstrip("0").rstrip(".") + "Z")))
    add("times-zero-offset", "Times end in +00:00.", **time_as(lambda moment: moment.isoformat(timespec="milliseconds")))
    add("times-short-offset", "Times end in +0000.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S+0000")))
    add("times-without-seconds", "Times have no seconds.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%MZ")))
    add("times-comma", "The fraction follows a comma.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S,%fZ")))
    add("times-basic", "Times are in the basic form.", **time_as(lambda moment: moment.strftime("%Y%m%dT%H%M%SZ")))
    add("event-types-blanks", "eventTypes has white space.", **setting(eventTypes=' [ "card.transaction" ,\n\t"card.status" ] '))
    add("event-types-unknown", "eventTypes has names that the document does not have.", **setting(eventTypes='["card.transaction","account.frozen","*"]'))
    add("event-types-empty", "eventTypes is an empty array.", **setting(eventTypes="[]"))
    add("event-types-escaped", "eventTypes has escapes and one name twice.", **setting(eventTypes='["card\\u002etransaction","card.transaction",""]'))
    add("retry-count-0", "retryCount is 0.", **setting(retryCount=0))
    add("retry-count-large", "retryCount is large.", **setting(retryCount=2147483648))


def add_to(table):
    envelopes(table)
    configurations(table)
