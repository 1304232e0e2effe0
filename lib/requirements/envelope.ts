import type { Area } from "./requirement.ts";

export const envelope = {
  "envelope.json-object": {
    level: "stated",
    sections: ["2.3", "4", "7"],
    text: "Every answer, success or refusal, is one JSON object in UTF-8.",
    ambient: true,
  },
  "envelope.code-integer": {
    level: "stated",
    sections: ["2.3", "7"],
    reads: ["code"],
    text: "`code`, where present, is an integer.",
    ambient: true,
  },
  "envelope.msg-string": {
    level: "stated",
    sections: ["2.3", "7"],
    reads: ["msg"],
    text: "`msg`, where present, is a string.",
    ambient: true,
  },
  "envelope.message-string": {
    level: "stated",
    sections: ["2.3", "7"],
    reads: ["message"],
    text: "`message`, where present, is a string.",
    ambient: true,
  },
  "envelope.data-boolean": {
    level: "stated",
    sections: ["2.3", "4.2"],
    text: "The `data` of a successful register or disable is a boolean.",
    ambient: true,
  },
  "envelope.data-object": {
    level: "stated",
    sections: ["2.3", "4.2"],
    text: "The `data` of a successful query is an object.",
    ambient: true,
  },
  "envelope.keeps-secrets": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "No answer contains a secret, an API key that the request did not carry, the signature that it should have carried, nor the text that was to be signed.",
    because: "A credential that an answer reveals no longer authenticates anybody.",
    ambient: true,
  },
  "envelope.complete": {
    level: "advisory",
    sections: ["2.3", "7"],
    text: "Every answer has `code`, `msg` and `message`.",
    ambient: true,
  },
  "envelope.no-nulls": {
    level: "advisory",
    sections: ["2.1", "2.3"],
    text: "An optional field without a value is left out, not sent as JSON null.",
    ambient: true,
  },
  "envelope.plain-json": {
    level: "advisory",
    sections: ["2.3"],
    text: "No object of an answer names a member twice.",
    ambient: true,
  },
  "envelope.success-code": {
    level: "unspecified",
    sections: ["7"],
    text: "The value of `code` on success.",
  },
  "envelope.refusal-codes": {
    level: "unspecified",
    sections: ["7"],
    text: "The values of `code` on refusals, by what is refused.",
  },
  "envelope.http-statuses": {
    level: "unspecified",
    sections: ["7"],
    text: "The HTTP statuses of successes and refusals.",
  },
  "envelope.refusal-data": {
    level: "unspecified",
    sections: ["7"],
    text: "What `data` holds on a refusal.",
  },
  "envelope.wording": {
    level: "unspecified",
    sections: ["2.3", "7"],
    text: "The wording of `msg` and `message`, and whether they agree.",
  },
  "envelope.extra-members": {
    level: "unspecified",
    sections: ["2.3"],
    text: "Members of the envelope that the document does not name.",
  },
  "envelope.content-type": {
    level: "unspecified",
    sections: ["4.1"],
    text: "The Content-Type of answers.",
  },
  "envelope.unknown-path": {
    level: "unspecified",
    sections: ["4"],
    text: "The answer to a path that the document does not name.",
  },
  "envelope.json-style": {
    level: "unspecified",
    sections: ["2.3"],
    text: "How the JSON of answers is written: order of the members, white space, escapes.",
  },
  "envelope.headers": {
    level: "unspecified",
    sections: ["2.3"],
    text: "The headers of answers: letter case of their names, length, compression, date, connection.",
  },
} as const satisfies Area<"envelope">;
