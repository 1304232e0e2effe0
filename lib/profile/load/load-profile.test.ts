import { expect, test } from "vitest";
import { loadProfile } from "./load-profile.ts";
import { ProfileError } from "../fields/profile-error.ts";
import { directory, HEAD, load, SHOWN, SIGNED } from "../testing/profile-text.ts";

const miss = (name: string) => loadProfile(name, {});

test("files become absolute, URLs get and lose their last slash", () => {
  const { profile } = load(`${SIGNED}  signature: { module: ./signer.js }
target: { ca: ca.pem, clientCert: ca.pem, clientKey: ca.pem }
events: { receiver: { certificate: ca.pem, key: ca.pem } }
waivers: ./waivers.yaml
callback: { base: "https://hooks.conformance.example/run" }
`);
  expect(profile.auth.signature?.module).toBe(`${directory}/signer.js`);
  expect(profile.target).toMatchObject({ ca: `${directory}/ca.pem`, clientKey: `${directory}/ca.pem` });
  expect(profile.events.receiver).toMatchObject({
    certificate: `${directory}/ca.pem`,
    key: `${directory}/ca.pem`,
  });
  expect(profile.waivers).toBe(`${directory}/waivers.yaml`);
  expect(profile.callback.base).toBe("https://hooks.conformance.example/run/");
  expect(load(HEAD.replace("issuer.example", "issuer.example/gate//")).profile.baseUrl).toBe(
    "https://issuer.example/gate",
  );
});

test("signed mode claims only that signatures are enforced, unless the profile says more", () => {
  const { profile } = load(`${SIGNED}  signature: { algorithm: hmac-sha256, payload: "{body}" }`);
  expect(profile.auth.enforces).toEqual({
    signature: true,
    timestampToleranceSeconds: null,
    nonceSingleUse: false,
  });
});

test("the error carries each problem by itself", () => {
  expect(() => load(`${HEAD}disposable: maybe\n`)).toThrow(ProfileError);
  expect(() => load(`${HEAD}disposable: maybe\n`)).toThrow(
    expect.objectContaining({
      problems: [
        {
          file: SHOWN,
          line: 5,
          column: 13,
          field: "disposable",
          message: 'expected true or false (got "maybe")',
        },
      ],
    }),
  );
});

test("at and given return the place of a field, and whether the file has it", () => {
  const { at, given } = load(`${HEAD}pins:\n  register.effect: {}\n`);
  expect(at(["pins", "register.effect"])).toEqual({ file: SHOWN, line: 6, column: 20 });
  expect([given(["pins"]), given(["run", "depth"])]).toEqual([true, false]);
});

test("a profile that is not there: what there is, and what was meant", async () => {
  await expect(miss("refrence")).rejects.toThrow(
    /no such file, and the built-in profiles are reference, .*did you mean reference\?$/,
  );
  await expect(miss("lib/profile/testing/waiver.yaml")).rejects.toThrow(
    "did you mean lib/profile/testing/waivers.yaml?",
  );
  await expect(miss("lib/profile/testing/wavers")).rejects.toThrow(
    "did you mean lib/profile/testing/waivers.yaml?",
  );
  await expect(miss("lib/profile")).rejects.toThrow("it is not a file");
  await expect(miss("zzzzzzzz")).rejects.toThrow(ProfileError);
});
