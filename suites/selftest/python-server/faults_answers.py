"""Faults of the envelope and of the types of a configuration."""

from datetime import datetime, timedelta, timezone

from hooks import after_update, second_merchant, setting, showing, sometimes, when_disabled
from service import Response

HTML = {"Content-Type": "text/html"}


def members(**changed):
    def extend(service, original, *arguments):
        return original(*arguments) | {name: value(service) if callable(value) else value for name, value in changed.items()}

    return {"envelope": extend, "failure": extend}


def on_errors(**changed):
    return {"failure": members(**changed)["failure"]}


def on_success(**changed):
    return {"envelope": members(**changed)["envelope"]}


def page(body, when=lambda refusal, request: True, headers=HTML, status=None):
    """Hooks: a refusal is answered with this body instead of an envelope."""

    def refuse(service, original, refusal, request):
        if when(refusal, request):
            return Response(status or service.statuses[refusal.kind], body, headers)
        return original(refusal, request)

    return {"refuse": refuse}


def kind(*kinds):
    return lambda refusal, request: refusal.kind in kinds


def bytes_of(change, when=lambda service: True):
    return {"encode": lambda service, original, document: change(original(document)) if when(service) else original(document)}


def time_as(write):
    return {"format_time": lambda service, original, seconds: write(datetime.fromtimestamp(seconds, timezone.utc))}


def as_epoch(service, original, seconds):
    return int(seconds * 1000)


def text_of(field):
    return lambda shown: shown | {field: str(shown[field])}


def broken_accents(service, original, document):
    return original(document).replace(b"success", b"succ\xe8s").replace(b"accepted", b"accept\xe9")


def add_envelopes(table):
    add = table.add
    add("code-text", "code is text.", **members(code="0"))
    add("code-text-on-errors", "code is text on errors.", **on_errors(code="INVALID"))
    add("code-text-on-success", "code is text on success.", **on_success(code="00000"))
    add("code-fraction", "code is 1.5.", **members(code=1.5))
    add("code-float", "code is 0.0.", **on_success(code=0.0))
    add("code-boolean", "code is a boolean.", **on_success(code=True))
    add("code-object", "code is an object.", **on_errors(code={"value": 40001}))
    add("msg-number", "msg is a number.", **members(msg=0))
    add("msg-list-on-errors", "msg is a list on errors.", **on_errors(msg=["callbackUrl", "invalid"]))
    add("message-object-on-errors", "message is an object on errors.", **on_errors(message={"callbackUrl": "invalid"}))
    add("message-false", "message is false.", **on_success(message=False))
    add("message-number-sometimes", "message is a number, one time in twenty.", **members(message=lambda service: 1 if sometimes(service) else "ok"))
    add("errors-are-html", "Errors are pages.", **page(b"<html><h1>Bad Request</h1></html>"))
    add("auth-errors-are-html", "Refused credentials are a page.", **page(b"<html><h1>401</h1></html>", kind("auth")))
    add("auth-errors-are-empty", "Refused credentials have no body.", **page(b"", kind("auth"), {"Content-Type": None}))
    add("auth-errors-are-text", "Refused credentials are plain text.", **page(b"Unauthorized", kind("auth"), {"Content-Type": "text/plain"}))
    add("auth-errors-are-redirects", "Refused credentials are sent to a login page.", **page(b"", kind("auth"), {"Location": "/login", "Content-Type": None}, 302))
    add("input-errors-are-lists", "Refused input is a list.", **page(b'[{"field":"callbackUrl"}]', kind("input"), {}))
    add("input-errors-are-text", "Refused input is JSON text.", **page(b'"callbackUrl is invalid"', kind("input"), {}))
    add("input-errors-are-empty", "Refused input has no body.", **page(b"", kind("input"), {}))
    add("malformed-is-html", "Malformed JSON is answered with a page.", **page(b"<html>400</html>", lambda refusal, request: "JSON" in refusal.text))
    add("malformed-is-500-html", "Malformed JSON crashes with a page.", **page(b"<html>500</html>", lambda refusal, request: "not valid JSON" in refusal.text, status=500))
    add("long-is-html", "A URL that is too long is answered with a page.", **page(b"<html>414</html>", lambda refusal, request: "too long" in refusal.text, status=414))
    add("very-long-is-html", "A body of more than 4096 bytes is answered with a page.", **page(b"<html>413</html>", lambda refusal, request: len(request.body) > 4096, status=413))
    add("named-operations-are-html", "Operations that are not built are a page.", **page(b"<html>404</html>", kind("route")))
    add("named-operations-are-empty", "Operations that are not built have no body.", **page(b"", kind("route"), {}))
    add("missing-is-204", "No configuration is 204.", **page(b"", kind("missing"), {}, 204))
    add("wrong-type-is-500-html", "A callbackUrl that is not a string crashes with a page.", **page(b"<html>500 ClassCastException</html>", lambda refusal, request: b'"callbackUrl":' in request.body and b'"callbackUrl":"' not in request.body, status=500))
    add("in-a-list", "An envelope comes in a list.", **bytes_of(lambda body: b"[" + body + b"]"))
    add("success-in-a-list", "A success comes in a list.", envelope=lambda service, original, *arguments: [original(*arguments)])
    add("success-bare-true", "register and disable answer true without an envelope.", envelope=lambda service, original, code, text, data: True if data is True else original(code, text, data))
    add("query-bare", "query answers without an envelope.", envelope=lambda service, original, code, text, data: data if isinstance(data, dict) else original(code, text, data))
    add("twice", "The envelope comes twice.", **bytes_of(lambda body: body + body))
    add("garbage-behind", "A page follows the envelope.", **bytes_of(lambda body: body + b"<!-- 3 ms -->"))
    add("garbage-sometimes", "A page follows the envelope, one time in twenty.", **bytes_of(lambda body: body + b"<!-- slow -->", sometimes))
    add("guard-prefix", "A guard against JSON hijacking comes first.", **bytes_of(lambda body: b")]}',\n" + body))
    add("byte-order-mark", "A byte order mark comes first.", **bytes_of(lambda body: b"\xef\xbb\xbf" + body))
    add("latin-1", "Answers are not UTF-8.", encode=broken_accents)
    add("nan", "A member is NaN.", **members(elapsed=float("nan")))
    add("single-quotes", "Answers have single quotes.", encode=lambda service, original, document: str(document).encode())
    add("trailing-comma", "A comma follows the last member.", **bytes_of(lambda body: body[:-1] + b",}"))
    add("data-in-result", "data is called result.", envelope=lambda service, original, *arguments: {("result" if k == "data" else k): v for k, v in original(*arguments).items()})
    add("html-in-20", "One call in twenty is done and answered with a page and HTTP 200.", serve=page_in_20)
    add("empty-in-20", "One call in twenty is done and answered with nothing.", serve=empty_in_20)


def page_in_20(service, original, request):
    response = original(request)
    return Response(200, b"<html>OK</html>", HTML) if sometimes(service) else response


def empty_in_20(service, original, request):
    response = original(request)
    return Response(200, b"", {}) if sometimes(service) else response


def add_types(table):
    add = table.add
    for field in ("id", "status", "retryCount"):
        add(f"{field}-text", f"{field} is text.", **showing(text_of(field)))
        add(f"{field}-float", f"{field} has a fraction.", **showing(lambda shown, field=field: shown | {field: shown[field] + 0.5}))
        add(f"{field}-point-zero", f"{field} is written as a float.", **showing(lambda shown, field=field: shown | {field: float(shown[field])}))
    add("status-boolean", "status is a boolean.", **showing(lambda shown: shown | {"status": shown["status"] == 1}))
    add("status-word", "status is a word.", **showing(lambda shown: shown | {"status": "ENABLED" if shown["status"] else "DISABLED"}))
    add("status-2", "status is 2 when enabled.", **showing(lambda shown: shown | {"status": shown["status"] * 2}))
    add("status-inverted", "status is 0 when enabled and 1 when disabled.", **showing(lambda shown: shown | {"status": 1 - shown["status"]}))
    add("retry-count-negative", "retryCount is -1.", **setting(retryCount=-1))
    add("retry-count-negative-if-disabled", "retryCount is -1 when disabled.", **setting(when_disabled, retryCount=-1))
    add("merchant-id-number", "merchantId is a number.", **setting(merchantId=20260001))
    add("merchant-id-number-own", "merchantId is a number, another one for each merchant.", **showing(lambda shown: shown | {"merchantId": int(shown["merchantId"][1:])}))
    add("event-types-array", "eventTypes is an array.", **setting(eventTypes=["card.transaction"]))
    add("event-types-commas", "eventTypes has commas.", **setting(eventTypes="card.transaction,card.status"))
    add("event-types-numbers", "eventTypes is an array of numbers.", **setting(eventTypes="[1,2]"))
    add("event-types-object", "eventTypes is an object.", **setting(eventTypes='{"card.status":true}'))
    add("event-types-word", "eventTypes is one name in quotes.", **setting(eventTypes='"card.status"'))
    add("event-types-blank", "eventTypes is an empty string.", **setting(eventTypes=""))
    add("event-types-null-in-array", "eventTypes has a null.", **setting(eventTypes='["card.status",null]'))
    add("event-types-single-quotes", "eventTypes has single quotes.", **setting(eventTypes="['card.status']"))
    add("event-types-blank-if-disabled", "eventTypes is an empty string when disabled.", **setting(when_disabled, eventTypes=""))
    add("times-epoch", "Times are milliseconds.", format_time=as_epoch)
    add("times-epoch-text", "Times are milliseconds in text.", format_time=lambda service, original, seconds: str(int(seconds * 1000)))
    add("times-local", "Times have no zone.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S")))
    add("times-blank", "Times have a blank instead of T.", **time_as(lambda moment: moment.strftime("%Y-%m-%d %H:%M:%S")))
    add("times-plus-8", "Times are at +08:00.", **time_as(lambda moment: moment.astimezone(timezone(timedelta(hours=8))).isoformat(timespec="seconds")))
    add("times-date", "Times are dates.", **time_as(lambda moment: moment.strftime("%Y-%m-%d")))
    add("times-http", "Times are written as in HTTP.", **time_as(lambda moment: moment.strftime("%a, %d %b %Y %H:%M:%S GMT")))
    add("times-month-13", "Times are no real dates.", **time_as(lambda moment: moment.strftime("%Y-13-%dT%H:%M:%SZ")))
    add("times-february-30", "Times are February 30.", **time_as(lambda moment: moment.strftime("%Y-02-30T%H:%M:%SZ")))
    add("times-hour-25", "Times have hour 25.", **time_as(lambda moment: moment.strftime("%Y-%m-%dT25:%M:%SZ")))
    add("times-no-leading-zeros", "Times have no zeros in front.", **time_as(lambda moment: moment.strftime("%Y-%-m-%-dT%-H:%-M:%-SZ.")))
    add("create-time-empty", "createTime is empty.", **setting(createTime=""))
    add("update-time-local-after-update", "updateTime has no zone after an update.", **showing(lambda shown: shown | {"updateTime": shown["updateTime"][:-1]}, after_update))
    add("update-time-epoch-if-disabled", "updateTime is a number when disabled.", **setting(when_disabled, updateTime=1763625542))
    add("update-time-before", "updateTime is a second before createTime.", **setting(createTime="2026-01-01T00:00:01Z", updateTime="2026-01-01T00:00:00Z"))
    add("create-time-ahead", "createTime is far ahead.", **showing(lambda shown: shown | {"createTime": "2099-01-01T00:00:00Z"}))
    add("url-in-object", "callbackUrl is an object.", **showing(lambda shown: shown | {"callbackUrl": {"url": shown["callbackUrl"]}}))
    add("url-null-if-disabled", "callbackUrl is null when disabled.", **setting(when_disabled, callbackUrl=None))
    add("url-absent-if-disabled", "callbackUrl is absent when disabled.", **showing(lambda shown: {k: v for k, v in shown.items() if k != "callbackUrl"}, when_disabled))
    add("id-float-beta", "The second merchant's id is a float.", **showing(lambda shown: shown | {"id": shown["id"] + 0.0}, second_merchant))
    add("id-rounded-sometimes", "An id beyond 2^53 is rounded now and then.", id_start=9007199254740993, present=rounded_sometimes)


def rounded_sometimes(service, original, current, merchant):
    shown = original(current, merchant)
    return shown | {"id": int(float(shown["id"]))} if after_update(service, current) else shown


def add_to(table):
    add_envelopes(table)
    add_types(table)
