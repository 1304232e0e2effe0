"""Choices of HTTP, of clocks, of limits, and of what stands in front of the service."""

import time
from collections import deque
from email.utils import formatdate

from service import Response

HTML = {"Content-Type": "text/html"}
GATEWAY_PAGES = {502: b"<html><h1>502 Bad Gateway</h1></html>", 503: b"<html><h1>503</h1></html>", 504: b"<html><h1>504</h1></html>"}


def transport(**style):
    return {"transport": style}


def delayed(base, spread):
    def serve(service, original, request):
        time.sleep(base + service.random.random() * spread)
        return original(request)

    return {"serve": serve}


def limited(retry_after, envelope, rate=40):
    def serve(service, original, request):
        with service.lock:
            calls = service.memory.setdefault("calls", deque())
            now = time.monotonic()
            while calls and calls[0] <= now - 1:
                calls.popleft()
            if len(calls) >= rate:
                return too_many(service, retry_after, envelope)
            calls.append(now)
        return original(request)

    return {"serve": serve}


def too_many(service, retry_after, envelope):
    headers = {"Content-Type": "application/json"} if envelope else HTML
    if retry_after == "seconds":
        headers = headers | {"Retry-After": "1"}
    if retry_after == "date":
        headers = headers | {"Retry-After": formatdate(service.now() + 2, usegmt=True)}
    body = service.encode(service.failure(42900, "too many requests")) if envelope else b"<html>429 Too Many Requests</html>"
    return Response(429, body, headers)


def throttled_credentials(service, original, request):
    response = original(request)
    if response.status != service.statuses["auth"]:
        return response
    with service.lock:
        strikes = [t for t in service.memory.get("strikes", []) if t > time.monotonic() - 1]
        service.memory["strikes"] = [*strikes, time.monotonic()]
    return too_many(service, "seconds", True) if len(strikes) >= 10 else response


def gateway(chance, applied, resets=0.0, statuses=(502, 503, 504)):
    def serve(service, original, request):
        draw = service.random.random()
        if draw >= chance + resets:
            return original(request)
        if applied:
            original(request)
        status = service.random.choice(statuses)
        return Response(status, GATEWAY_PAGES[status], HTML, reset=draw >= chance)

    return {"serve": serve}


def plain_page_outside(service, original, request):
    if request.path.startswith("/abc/v1/"):
        return original(request)
    return Response(404, b"<html><h1>Not Found</h1></html>", HTML)


def plain_405(service, original, request):
    return original(request) if request.method == "POST" else Response(405, b"", {"Allow": "POST", "Content-Type": None})


def add_to(table):
    add = table.add
    add("chunked", "Answers are chunked.", **transport(chunked=64))
    add("chunked-bytes", "Answers are chunked byte by byte, with a trailer.", **transport(chunked=1, trailer=b"X-Checksum: 1\r\n"))
    add("gzip", "Answers are compressed, asked or not.", **transport(gzip=True))
    add("gzip-chunked", "Answers are compressed and chunked.", **transport(gzip=True, chunked=32))
    add("closes", "Every answer closes its connection.", **transport(close=True))
    add("closes-after-5", "Every fifth answer closes its connection.", **transport(requests_per_connection=5))
    add("closes-silently", "A connection ends after 20 answers without a word.", **transport(silent_close_after=20))
    add("http-1.0", "Answers are HTTP/1.0 and close.", **transport(version="HTTP/1.0", close=True))
    add("lower-case-headers", "Names of headers are lower-case.", **transport(lower_case=True))
    add("charset", "Content-Type has a charset.", **transport(content_type="application/json;charset=UTF-8"))
    add("vendor-type", "Content-Type is a vendor's.", **transport(content_type="application/vnd.abc.v1+json"))
    add("text-plain", "Content-Type is text/plain.", **transport(content_type="text/plain; charset=utf-8"))
    add("no-type", "There is no Content-Type.", **transport(content_type=None))
    add("no-date", "There is no Date.", **transport(date=False))
    add("early-hints", "A 103 comes first.", **transport(early_hints=True))
    add("cookies", "Answers set cookies and many headers.", **transport(headers={f"X-Trace-{n}": "v" * 40 for n in range(30)} | {"Set-Cookie": "JSESSIONID=1; Path=/"}))
    add("trickle", "The body comes 15 ms after the head.", **transport(trickle=0.015))
    add("latency", "An answer takes 20 to 40 ms.", **delayed(0.02, 0.02))
    add("latency-jumpy", "An answer takes 0 to 120 ms.", **delayed(0.0, 0.12))
    add("rate-limit-seconds", "40 calls a second, then 429 with Retry-After in seconds and an envelope.", **limited("seconds", True))
    add("rate-limit-seconds-html", "The same, without an envelope.", **limited("seconds", False))
    add("rate-limit-date", "429 with Retry-After as a date, with an envelope.", **limited("date", True))
    add("rate-limit-date-html", "429 with Retry-After as a date, without an envelope.", **limited("date", False))
    add("rate-limit-silent", "429 without Retry-After, with an envelope.", **limited(None, True))
    add("rate-limit-silent-html", "429 without Retry-After and envelope.", **limited(None, False))
    add("throttled-credentials", "More than ten refused credentials a second are 429.", serve=throttled_credentials)
    add("gateway-lost", "A gateway answers 2 % of the calls with a page, not applied.", **gateway(0.02, False))
    add("gateway-applied", "A gateway answers 2 % of the calls with a page, applied.", **gateway(0.02, True))
    add("resets-lost", "1 % of the connections are reset, not applied.", **gateway(0.0, False, resets=0.01))
    add("resets-applied", "1 % of the connections are reset, applied.", **gateway(0.0, True, resets=0.01))
    add("gateway-and-resets", "2 % pages and 1 % resets, applied.", **gateway(0.02, True, resets=0.01))
    add("html-outside-v1", "Paths outside /abc/v1 belong to a web server with its own page.", serve=plain_page_outside)
    add("plain-405", "Methods other than POST are HTTP 405 with an empty body.", serve=plain_405)
    for offset in (120, -120, 250, -250):
        add(f"clock{offset:+d}", f"The clock is {offset} s off.", clock_offset=float(offset))
        add(f"clock{offset:+d}-no-date", f"The clock is {offset} s off, and there is no Date.", clock_offset=float(offset), **transport(date=False))
