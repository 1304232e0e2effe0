"""The webhook configuration API for two merchants, with its state in memory.

Every decision is one small method or attribute, so that a choice or a fault (see variants.py) replaces exactly one of them.
"""

import itertools
import json
import re
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone

from credentials import Credentials, Refused

PREFIX = "/abc/v1/webhook/"
OPERATIONS = ("register", "query", "disable")
MAX_URL_CHARS = 512
HOST = re.compile(r"\[[0-9A-Fa-f:.]+\]|[^\[\]<>\"{}|^`:]+")


@dataclass
class Configuration:
    id: int
    merchant_id: str
    callback_url: str
    status: int
    created: float
    updated: float
    retry_count: int = 3
    event_types: str = '["card.transaction","card.status","card.3ds-challenge"]'


@dataclass
class Request:
    method: str
    path: str
    query: str
    headers: object
    body: bytes

    def header(self, name):
        value = self.headers.get(name)
        return None if value is None else value.strip()


@dataclass
class Response:
    status: int
    body: bytes
    headers: dict = field(default_factory=dict)


class Service(Credentials):
    signed = False
    statuses = {"ok": 200, "input": 400, "auth": 401, "missing": 404, "route": 404}
    codes = {"ok": 0, "input": 40001, "auth": 40101, "missing": 40401, "route": 40400}
    id_start = 1001
    status_after_register = 1
    reregister_enables = True
    transport = {}

    def __init__(self):
        self.lock = threading.RLock()
        self.configurations = {}
        self.nonces = set()
        self.ids = itertools.count(self.id_start)

    def now(self):
        return time.time()

    # --- one request -------------------------------------------------------------------------------------------------

    def serve(self, request):
        return self.handle(request)

    def handle(self, request):
        try:
            operation, data = self.process(request)
        except Refused as refusal:
            return self.refuse(refusal, request)
        return self.respond(self.statuses["ok"], self.success(operation, data), request)

    def process(self, request):
        operation = self.route(request)
        merchant = self.authenticate(request, operation)
        return operation, self.perform(operation, merchant, request)

    def route(self, request):
        operation = request.path.removeprefix(PREFIX)
        if request.method != "POST" or not request.path.startswith(PREFIX) or operation not in OPERATIONS:
            raise Refused("route", "no such operation")
        return operation

    def perform(self, operation, merchant, request):
        return getattr(self, operation)(merchant, request)

    def success(self, operation, data):
        return self.envelope(self.codes["ok"], "success", data)

    def refuse(self, refusal, request):
        document = self.failure(self.codes[refusal.kind], refusal.text)
        return self.respond(self.statuses[refusal.kind], document, request)

    def failure(self, code, text):
        return {"code": code, "msg": text, "message": text}

    def envelope(self, code, text, data):
        return {"code": code, "msg": text, "message": text, "data": data}

    def respond(self, status, document, request):
        return Response(status, self.encode(document))

    def encode(self, document):
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    # --- register ----------------------------------------------------------------------------------------------------

    def register(self, merchant, request):
        url = self.callback_url(self.parse_body(request))
        with self.lock:
            current = self.find(merchant)
            self.check_url(url, current)
            self.save(merchant, self.stored_form(url), current)
        return True

    def parse_body(self, request):
        try:
            body = self.read_json(request.body)
        except ValueError:
            raise Refused("input", "the body is not valid JSON") from None
        if not isinstance(body, dict):
            raise Refused("input", "the body must be a JSON object")
        return body

    def read_json(self, body):
        return json.loads(body.decode("utf-8"))

    def callback_url(self, body):
        return body.get("callbackUrl")

    def check_url(self, url, current):
        if not isinstance(url, str) or not url.strip():
            raise Refused("input", "callbackUrl is required")
        self.check_length(url, current)
        if re.search(r"[\s\x00-\x1f\x7f\\]", url):
            raise Refused("input", "callbackUrl has characters that no URL has")
        if not url.lower().startswith("https://"):
            raise Refused("input", "callbackUrl must be an HTTPS URL")
        if not HOST.fullmatch(self.host_of(url)):
            raise Refused("input", "callbackUrl has no host")

    def check_length(self, url, current):
        if len(url) > MAX_URL_CHARS:
            raise Refused("input", "callbackUrl is too long")

    def host_of(self, url):
        authority = re.split("[/?#]", url.split("://", 1)[-1], maxsplit=1)[0]
        return re.sub(r":[0-9]*$", "", authority.rpartition("@")[2])

    def stored_form(self, url):
        return url

    def save(self, merchant, url, current):
        if current is None:
            now = self.now()
            current = Configuration(self.next_id(merchant), merchant.merchant_id, url, self.status_after_register, now, now)
            self.configurations[merchant.name] = current
        else:
            self.update(current, url)

    def next_id(self, merchant):
        return next(self.ids)

    def update(self, current, url):
        current.callback_url = url
        current.updated = self.now()
        if self.reregister_enables:
            current.status = self.status_after_register

    # --- query and disable -------------------------------------------------------------------------------------------

    def find(self, merchant):
        return self.configurations.get(merchant.name)

    def query(self, merchant, request):
        with self.lock:
            current = self.find(merchant)
            return self.query_nothing(merchant) if current is None else self.present(current, merchant)

    def query_nothing(self, merchant):
        raise Refused("missing", "no webhook configuration")

    def present(self, current, merchant):
        return {
            "id": current.id,
            "merchantId": current.merchant_id,
            "callbackUrl": current.callback_url,
            "eventTypes": current.event_types,
            "status": current.status,
            "retryCount": current.retry_count,
            "createTime": self.format_time(current.created),
            "updateTime": self.format_time(current.updated),
        }

    def format_time(self, seconds):
        moment = datetime.fromtimestamp(seconds, timezone.utc)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"

    def disable(self, merchant, request):
        with self.lock:
            current = self.find(merchant)
            if current is None:
                return self.disable_nothing(merchant)
            if current.status == 0:
                return self.disable_again(current)
            return self.turn_off(current, merchant)

    def disable_nothing(self, merchant):
        raise Refused("missing", "no webhook configuration")

    def disable_again(self, current):
        return True

    def turn_off(self, current, merchant):
        current.status = 0
        current.updated = self.now()
        return True
