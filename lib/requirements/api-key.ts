import type { Area } from "./requirement.ts";

const AUTHENTICATES =
  "Requests carry an API key, and operations act for the merchant whom it authenticates; this key authenticates nobody.";

export const apiKey = {
  "api-key.suffices": {
    level: "stated",
    sections: ["5", "9"],
    text: "The API key alone is enough to register and to query; with it alone every request of the run is made.",
    when: "api-key mode",
  },
  "api-key.absent": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request without an API key is refused.",
    because: AUTHENTICATES,
  },
  "api-key.empty": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with an empty API key is refused.",
    because: AUTHENTICATES,
  },
  "api-key.unknown": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with an API key that nobody was issued is refused.",
    because: AUTHENTICATES,
  },
  "api-key.truncated": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with a part of an API key is refused.",
    because: AUTHENTICATES,
  },
  "api-key.extended": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with an API key and more behind or before it is refused.",
    because: AUTHENTICATES,
  },
  "api-key.case-changed": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with an API key in other letter case is refused.",
    because: AUTHENTICATES,
  },
  "api-key.one-character-off": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request with an API key that is wrong in one character is refused.",
    because: AUTHENTICATES,
  },
  "api-key.every-request": {
    level: "inferred",
    sections: ["4.1", "5"],
    text: "A request is refused for its API key whatever its connection carried before.",
    because: "Every request carries its own credentials.",
  },
  "api-key.refusal-reveals-nothing": {
    level: "inferred",
    sections: ["1", "5"],
    readsOneOf: [
      "id",
      "merchantId",
      "callbackUrl",
      "eventTypes",
      "status",
      "retryCount",
      "createTime",
      "updateTime",
    ],
    text: "A refusal for lack of a valid API key reveals nothing of any configuration.",
    because: "Query returns the caller's configuration, and this caller is nobody.",
    ambient: true,
  },
  "api-key.refusal-has-no-effect": {
    level: "inferred",
    sections: ["1", "5"],
    readsOneOf: ["id", "merchantId", "callbackUrl", "eventTypes", "status", "createTime"],
    text: "A register or disable refused for lack of a valid API key changes nothing.",
    because: "Register and disable act for the caller, and this caller is nobody.",
    ambient: true,
  },
  "api-key.header-name-case": {
    level: "inferred",
    sections: ["4.1"],
    text: "The credential headers are read whatever the letter case of their names.",
    because: "They are HTTP headers, whose names are case-insensitive.",
  },
  "api-key.ignored-signature": {
    level: "unspecified",
    sections: ["4.1", "5"],
    text: "A wrong X-Signature, X-Timestamp or X-Nonce beside a valid key where the key alone suffices.",
    when: "api-key mode",
  },
  "api-key.elsewhere": {
    level: "unspecified",
    sections: ["4.1", "5"],
    text: "A valid key in a query parameter or an Authorization header.",
  },
  "api-key.repeated-header": {
    level: "unspecified",
    sections: ["4.1"],
    text: "Two X-API-Key headers, one valid and one not.",
  },
  "api-key.before-validation": {
    level: "unspecified",
    sections: ["5", "7"],
    text: "Whether a request that is wrong in both is refused for its credentials or for its body.",
  },
} as const satisfies Area<"api-key">;
