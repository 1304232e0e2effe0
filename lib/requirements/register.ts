import type { Area } from "./requirement.ts";

const ONE_CONFIGURATION =
  "Registering again updates the callback URL of a configuration that exists; it stays the same one.";

export const register = {
  "register.accepts": {
    level: "stated",
    sections: ["2.2", "4.2", "7"],
    text: "An HTTPS callback URL of at most 512 characters is accepted: `data` is true.",
    ambient: true,
  },
  "register.creates": {
    level: "stated",
    sections: ["1", "3.2"],
    text: "Registering when no configuration exists creates one, with the given callback URL.",
    ambient: true,
  },
  "register.stores": {
    level: "stated",
    sections: ["1", "2.1", "3.2"],
    reads: ["callbackUrl"],
    text: "After an accepted register, query returns the given callback URL, character for character.",
    ambient: true,
  },
  "register.replaces": {
    level: "stated",
    sections: ["1", "3.2"],
    text: "Registering again replaces the callback URL.",
  },
  "register.replaces-near-identical": {
    level: "stated",
    sections: ["1", "3.2"],
    text: "A new callback URL that differs little (case of the path, one character more or less, only the query) replaces the old one.",
  },
  "register.same-url-again": {
    level: "stated",
    sections: ["1", "3.2"],
    text: "Registering the callback URL that is already stored is accepted and leaves it stored.",
  },
  "register.replaces-on-disabled": {
    level: "stated",
    sections: ["3.2"],
    text: "Registering on a disabled configuration replaces the callback URL.",
  },
  "register.keeps-id": {
    level: "inferred",
    sections: ["1", "2.1", "3.2"],
    reads: ["id"],
    text: "Registering again keeps `id`.",
    because: ONE_CONFIGURATION,
    ambient: true,
  },
  "register.keeps-merchant-id": {
    level: "inferred",
    sections: ["1", "2.1", "3.2"],
    reads: ["merchantId"],
    text: "Registering again keeps `merchantId`.",
    because: ONE_CONFIGURATION,
    ambient: true,
  },
  "register.keeps-create-time": {
    level: "inferred",
    sections: ["1", "2.1", "3.2"],
    reads: ["createTime"],
    text: "Registering again keeps `createTime`.",
    because: ONE_CONFIGURATION,
    ambient: true,
  },
  "register.update-time-never-back": {
    level: "inferred",
    sections: ["2.1"],
    reads: ["updateTime"],
    text: "Registering again never sets `updateTime` back.",
    because: "`updateTime` is the time of the last update, and the updates follow each other.",
    ambient: true,
  },
  "register.refuses-missing-body": {
    level: "inferred",
    sections: ["2.2", "4.2"],
    text: "A register without a body is refused.",
    because: "The body carries `callbackUrl`, which is required.",
  },
  "register.refuses-malformed-body": {
    level: "inferred",
    sections: ["2.2", "4.2"],
    text: "A register whose body is not JSON is refused.",
    because: "The body is a JSON object with a required member.",
  },
  "register.refuses-non-object-body": {
    level: "inferred",
    sections: ["2.2", "4.2"],
    text: "A register whose body is a JSON value other than an object is refused.",
    because: "The body is a JSON object with a required member.",
  },
  "register.refusal-changes-nothing": {
    level: "inferred",
    sections: ["3.2", "7"],
    text: "A refused register leaves every stored field as it was.",
    because: "Only the listed transitions change a configuration; a refusal is not among them.",
    ambient: true,
  },
  "register.status-after-first": {
    level: "unspecified",
    sections: ["3.2"],
    text: "`status` after the first register of a merchant.",
  },
  "register.status-after-again": {
    level: "unspecified",
    sections: ["3.2"],
    text: "`status` after registering again on a configuration that was not disabled.",
  },
  "register.status-after-disabled": {
    level: "unspecified",
    sections: ["3.2"],
    text: "`status` after registering on a disabled configuration.",
  },
  "register.update-time": {
    level: "unspecified",
    sections: ["2.1", "3.2"],
    text: "Whether register moves `updateTime`, with another callback URL and with the stored one.",
  },
  "register.unknown-members": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A body with a member that the document does not name.",
  },
  "register.member-case": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A body with `callbackUrl` in another letter case, as some parsers read it.",
  },
  "register.duplicate-members": {
    level: "unspecified",
    sections: ["2.2"],
    text: "A body that names `callbackUrl` twice.",
  },
  "register.content-types": {
    level: "unspecified",
    sections: ["4.1"],
    text: "A register with another Content-Type, with parameters, or with none.",
  },
  "register.lenient-json": {
    level: "unspecified",
    sections: ["4.2"],
    text: "A body that only a lenient parser reads: bytes after the object, trailing comma, single quotes, comments, byte order mark.",
  },
  "register.other-methods": {
    level: "unspecified",
    sections: ["4"],
    text: "Register with another HTTP method.",
  },
} as const satisfies Area<"register">;
