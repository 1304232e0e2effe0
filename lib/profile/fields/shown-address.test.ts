import { expect, test } from "vitest";
import { runBin } from "../../cli/testing/run-bin.ts";
import { shownAddress } from "./shown-address.ts";
import { HEAD, problems } from "../testing/profile-text.ts";

test.each([
  ["https://issuer.example", "https://issuer.example"],
  ["https://issuer.example:8443/", "https://issuer.example:8443/"],
  ["https://issuer.example/path/TOPSECRET", "https://issuer.example/…"],
  ["https://issuer.example?k=TOPSECRET", "https://issuer.example/…"],
  ["https://issuer.example#TOPSECRET", "https://issuer.example/…"],
  ["https://user:TOP/SECRET@issuer.example/", "https://…"],
  ["https://TOPSECRET@issuer.example", "https://…"],
  [String.raw`https://issuer.example\TOPSECRET`, "https://issuer.example/…"],
  ["issuer.example/?k=TOPSECRET", "issuer.example/…"],
  ["embedded", "embedded"],
])("of %j only the origin is shown", (text, shown) => {
  expect(shownAddress(text)).toBe(shown);
});

test.each([
  "https://issuer.example?k=TOPSECRET",
  "issuer.example/TOPSECRET",
  "https://a:TOPSECRET@issuer.example/x",
])(
  "an error about the address %s shows nothing of it but its origin, wherever it stands",
  async (address) => {
    const base = HEAD.replace("https://issuer.example", address);
    const callback = `${HEAD}callback: { base: "${address}" }\n`;
    expect([...problems(base), ...problems(callback)].join("\n")).not.toContain("TOPSECRET");
    const { code, stderr } = await runBin(["run", "--base-url", address]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/--base-url.*expected.*got "/),
    });
    expect(stderr).not.toContain("TOPSECRET");
  },
);
