"""How a choice or a fault is written: a name, a sentence, and what it puts in the place of parts of the service."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """A hook that is a function gets (service, original, *arguments); any other value replaces an attribute."""

    name: str
    sentence: str
    hooks: dict


class Table(dict):
    def add(self, name, sentence, **hooks):
        if name in self:
            raise ValueError(f"{name} is there twice")
        self[name] = Variant(name, sentence, hooks)


def method_of(cls, name, hook):
    def method(self, *arguments):
        return hook(self, getattr(super(cls, self), name), *arguments)

    return method


def compose(base, variants, signed):
    """One service with the variants on top of each other, the last one outermost."""
    for variant in variants:
        cls = type(variant.name, (base,), {})
        for name, hook in variant.hooks.items():
            if not hasattr(base, name):
                raise AttributeError(f"{variant.name} replaces {name}, which no service has")
            if callable(hook):
                setattr(cls, name, method_of(cls, name, hook))
            elif isinstance(hook, dict):
                setattr(cls, name, getattr(base, name) | hook)
            else:
                setattr(cls, name, hook)
        base = cls
    service_class = type("Composed", (base,), {"signed": signed})
    return service_class()
