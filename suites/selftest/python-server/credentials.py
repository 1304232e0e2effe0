"""Who calls: the two merchants, their keys, and the signatures of their requests."""

import hashlib
import hmac
import re
from dataclasses import dataclass

TOLERANCE_SECONDS = 300


class Refused(Exception):
    """A request that the API answers with an error: kind is input, auth, missing or route."""

    def __init__(self, kind, text):
        super().__init__(text)
        self.kind = kind
        self.text = text


@dataclass(frozen=True)
class Merchant:
    name: str
    merchant_id: str
    api_key: str
    secret: str


MERCHANTS = (
    Merchant("alpha", "M20260001", "ak-python-AlphaQ7w9e2r4t6y8", "secret-alpha_3f9a7c1e5b2d8f60"),
    Merchant("beta", "M20260002", "ak-python-BetaZ1x3c5v7b9n0m", "secret-beta_8d4b6e2a9c1f7053"),
)


class Credentials:
    def authenticate(self, request, operation):
        merchant = self.find_merchant(request.header("X-API-Key"), request)
        if merchant is None:
            raise Refused("auth", "invalid api key")
        if self.signed:
            self.verify(request, merchant, operation)
        return merchant

    def find_merchant(self, key, request):
        return next((m for m in MERCHANTS if key and self.same_key(key, m.api_key)), None)

    def same_key(self, given, stored):
        return hmac.compare_digest(given.encode(), stored.encode())

    def verify(self, request, merchant, operation):
        self.check_timestamp(request.header("X-Timestamp"))
        self.check_signature(request.header("X-Signature"), request, merchant)
        self.check_nonce(request.header("X-Nonce"), request, merchant)

    def check_timestamp(self, given):
        if not given or not re.fullmatch("[0-9]{1,16}", given):
            raise Refused("auth", "invalid timestamp")
        if abs(self.now() * 1000 - int(given)) > TOLERANCE_SECONDS * 1000:
            raise Refused("auth", "timestamp out of range")

    def check_signature(self, given, request, merchant):
        if not given or not request.header("X-Nonce") or not self.same_signature(given, request, merchant):
            raise Refused("auth", "invalid signature")

    def same_signature(self, given, request, merchant):
        return hmac.compare_digest(given.encode(), self.sign(request, merchant.secret).encode())

    def sign(self, request, secret):
        return hmac.new(secret.encode(), "\n".join(self.payload(request)).encode(), hashlib.sha256).hexdigest()

    def payload(self, request):
        body = hashlib.sha256(request.body).hexdigest() if request.body else ""
        return [request.method, request.path, request.header("X-Timestamp") or "", request.header("X-Nonce") or "", body]

    def check_nonce(self, nonce, request, merchant):
        key = self.nonce_key(nonce, request, merchant)
        with self.lock:
            if key in self.nonces:
                raise Refused("auth", "nonce already used")
            self.nonces.add(key)

    def nonce_key(self, nonce, request, merchant):
        return (merchant.name, nonce)
