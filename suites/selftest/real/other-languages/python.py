"""Validators of Python. Reads "<name> <base64 of a URL>" line by line, and writes what is stored, in base64, or "-"."""

import re
import sys
from base64 import b64decode, b64encode
from importlib import import_module
from urllib.parse import urlparse


def netloc(url):
    reading = urlparse(url)
    return url if reading.scheme == "https" and reading.netloc else None


def hostname(url):
    reading = urlparse(url)
    return url if reading.scheme == "https" and reading.hostname else None


def geturl(url):
    reading = urlparse(url.strip())
    return reading.geturl() if reading.scheme == "https" and reading.netloc else None


def prefix(url):
    return url if url.startswith("https://") else None


def every_line(url):
    return url if re.search(r"^https://[\w.-]+(?:[/?].*)?$", url, re.M) else None


def pydantic_http_url():
    model = import_module("pydantic").create_model
    body = model("Body", callbackUrl=(import_module("pydantic").HttpUrl, ...))
    return lambda url: https_only(str(body(callbackUrl=url).callbackUrl))


def django_validator():
    configure_django()
    check = import_module("django.core.validators").URLValidator(schemes=["https"])
    return lambda url: check(url) or url


def django_form():
    configure_django()
    field = import_module("django.forms").URLField(max_length=512)
    return lambda url: https_only(field.clean(url))


def rest_framework(**options):
    def made():
        configure_django()
        field = import_module("rest_framework.serializers").URLField(max_length=512, **options)
        return lambda url: https_only(field.run_validation(url))

    return made


def marshmallow():
    field = import_module("marshmallow").fields.Url(schemes={"https"}, require_tld=False)
    return lambda url: field.deserialize(url)


def validators():
    check = import_module("validators").url
    return lambda url: url if check(url) and url.startswith("https://") else None


def rfc3986():
    library = import_module("rfc3986")
    rule = import_module("rfc3986.validators").Validator()
    rule = rule.require_presence_of("scheme", "host").allow_schemes("https").check_validity_of("scheme", "host", "path")
    return lambda url: rule.validate(library.uri_reference(url)) or url


def json_schema():
    library = import_module("jsonschema")
    import_module("rfc3987")
    schema = {"type": "string", "format": "uri", "pattern": "^https://"}
    check = library.Draft7Validator(schema, format_checker=library.FormatChecker())
    return lambda url: url if check.is_valid(url) else None


def https_only(url):
    return url if url.lower().startswith("https://") else None


def configure_django():
    settings = import_module("django.conf").settings
    if not settings.configured:
        settings.configure(USE_I18N=False)
        import_module("django").setup()


MAKERS = {
    "urlparse and netloc": lambda: netloc,
    "urlparse and hostname": lambda: hostname,
    "urlparse, stored by geturl": lambda: geturl,
    "startswith alone": lambda: prefix,
    "a pattern with re.M": lambda: every_line,
    "pydantic HttpUrl": pydantic_http_url,
    "Django URLValidator": django_validator,
    "Django forms.URLField": django_form,
    "Django REST framework URLField": rest_framework(),
    "Django REST framework URLField without trimming": rest_framework(trim_whitespace=False),
    "marshmallow Url": marshmallow,
    "validators.url": validators,
    "rfc3986 Validator": rfc3986,
    "jsonschema format uri": json_schema,
}


def made():
    for name, make in MAKERS.items():
        try:
            yield name, make()
        except ImportError:
            continue


def stored(validate, url):
    try:
        return validate(url)
    except Exception:
        return None


known = dict(made())
print("\t".join(known), flush=True)
for line in sys.stdin:
    name, _, text = line.rstrip("\n").partition("\t")
    kept = stored(known[name], b64decode(text).decode())
    print("-" if kept is None else b64encode(kept.encode()).decode(), flush=True)
