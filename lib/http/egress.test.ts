import { lookup as systemLookup } from "node:dns";
import { expect, test } from "vitest";
import { Egress, EgressError, type EgressRules, type FoundAddress } from "./egress.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "api.issuer.example": ["93.184.216.34"],
  "login.issuer.example": ["93.184.216.35", "2606:2800:220:1::35"],
  "inside.example": ["10.0.0.5"],
  "login.inside.example": ["10.0.0.6"],
  "metadata.example": ["169.254.169.254"],
  "both.example": ["93.184.216.36", "127.0.0.1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "6to4.example": ["2002:7f00:1::"],
  "here.example": ["127.0.0.1"],
  "zoned.example": ["fe80::1%eth0"],
  localhost: ["127.0.0.1", "::1"],
};

async function resolve(host: string): Promise<readonly FoundAddress[]> {
  return foundIn(NAMES[host] ?? []);
}

function foundIn(addresses: readonly string[]): readonly FoundAddress[] {
  return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
}

function refusal(rules: EgressRules, url: string): string {
  try {
    new Egress(rules, resolve).assertAllowed(url);
    return "none";
  } catch (error) {
    return error instanceof EgressError ? error.message : String(error);
  }
}

const PUBLIC = {
  own: ["https://api.issuer.example/v1"],
  hosts: ["login.issuer.example", "idp.example:8443"],
};

test.each([
  ["https://api.issuer.example/other", "none"],
  ["https://api.issuer.example:443/other", "none"],
  ["https://someone@api.issuer.example/", "none"],
  ["https://API.issuer.example/", "none"],
  ["https://login.issuer.example/.well-known/x", "none"],
  ["https://idp.example:8443/", "none"],
  ["https://idp.example/", "does not list idp.example."],
  ["https://api.issuer.example:8443/", "does not list api.issuer.example:8443."],
  ["https://api.issuer.example.evil.example/", "does not list"],
  ["https://api.issuer.example@evil.example/", "does not list evil.example."],
  ["https://api.issuer.example./", "does not list api.issuer.example.."],
  ["https://xn--80ak6aa92e.example/", "does not list"],
  ["http://login.issuer.example/", "by https only"],
  ["http://api.issuer.example/", "by https only"],
  ["http://127.0.0.1/", "by https only"],
  ["http://localhost:4010/", "by https only"],
  ["http://2130706433/", "by https only"],
  ["http://0177.0.0.1/", "by https only"],
  ["http://[::ffff:7f00:1]/", "by https only"],
  ["http://169.254.169.254/latest/meta-data/", "by https only"],
  ["https://2130706433/", "does not list 127.0.0.1."],
  ["https://[::]/", "does not list [::]."],
  ["https://0.0.0.0/", "does not list 0.0.0.0."],
  ["file:///etc/passwd", "Only http and https"],
  ["data:application/json,{}", "Only http and https"],
  ["gopher://127.0.0.1:6379/", "Only http and https"],
  ["//api.issuer.example/", "Only http and https"],
  ["javascript:alert(1)", "Only http and https"],
])("for a public target, %s: %s", (url, said) => {
  expect(refusal(PUBLIC, url)).toContain(said);
});

test("another port of this machine is asked where it is listed, by http too", () => {
  const own = ["http://127.0.0.1:4010"];
  expect(refusal({ own, hosts: ["127.0.0.1:9000"] }, "http://127.0.0.1:9000/x")).toBe("none");
  expect(refusal({ own }, "http://127.0.0.1:9000/x")).toContain("does not list 127.0.0.1:9000");
});

test.each(["169.254.169.254", "127.0.0.1", "2130706433", "[::ffff:7f00:1]", "[::]", "0.0.0.0", "10.0.0.1"])(
  "a listed host that is the address %s itself is not asked for a public target",
  (host) => {
    expect(refusal({ own: PUBLIC.own, hosts: [host] }, `https://${host}/`)).toContain(
      "where no address of the profile is",
    );
  },
);

async function addressesBy(rules: EgressRules, host: string): Promise<readonly string[] | string> {
  const found = await new Egress(rules, resolve).addressesAt(host).catch((error: unknown) => String(error));
  return typeof found === "string" ? found : found.map(({ address }) => address);
}

test.each(["metadata", "mapped", "nat64", "6to4", "here", "inside", "zoned"])(
  "a listed name that leads to a special address is not asked for a public target: %s",
  async (name) => {
    const host = `${name}.example`;
    expect(await addressesBy({ ...PUBLIC, hosts: [host] }, host)).toContain(
      "where no address of the profile is",
    );
  },
);

test("of a public and a private address only the public one is asked", async () => {
  expect(await addressesBy({ ...PUBLIC, hosts: ["both.example"] }, "both.example")).toEqual([
    "93.184.216.36",
  ]);
});

test("an own name may lead anywhere, and a listed one where an own one leads", async () => {
  const rules = { own: ["https://inside.example"], hosts: ["login.inside.example", "here.example"] };
  expect(await addressesBy(rules, "inside.example")).toEqual(["10.0.0.5"]);
  expect(await addressesBy(rules, "login.inside.example")).toEqual(["10.0.0.6"]);
  expect(await addressesBy(rules, "here.example")).toContain("127.0.0.1 (loopback)");
});

test("a name that changes its address leads nowhere else", async () => {
  const answers = [["93.184.216.34"], ["127.0.0.1"], ["93.184.216.99"]];
  let asked = 0;
  const egress = new Egress({ own: ["https://api.issuer.example"] }, async () =>
    foundIn(answers[asked++] ?? []),
  );
  expect(await egress.addressesAt("api.issuer.example")).toEqual(foundIn(["93.184.216.34"]));
  await expect(egress.addressesAt("api.issuer.example")).rejects.toThrow(EgressError);
  expect(await egress.addressesAt("api.issuer.example")).toEqual(foundIn(["93.184.216.99"]));
});

test("a listed name is resolved once", async () => {
  let asked = 0;
  const egress = new Egress(
    { own: ["https://93.184.216.34"], hosts: ["login.issuer.example"] },
    async (host) => {
      if (host === "login.issuer.example") asked += 1;
      return foundIn([asked > 1 ? "127.0.0.1" : "93.184.216.35"]);
    },
  );
  await egress.addressesAt("login.issuer.example");
  expect(await egress.addressesAt("login.issuer.example")).toEqual(foundIn(["93.184.216.35"]));
  expect(asked).toBe(1);
});

test("a connection is given the addresses in the form of the system", async () => {
  const egress = new Egress({ own: ["https://login.issuer.example"] }, resolve);
  const given = async (options: { all?: boolean; family?: number }) =>
    new Promise((done) => {
      egress.lookup("login.issuer.example", options, (...result) => done(result));
    });
  expect(await given({ all: true })).toEqual([null, foundIn(NAMES["login.issuer.example"] ?? [])]);
  expect(await given({ family: 6 })).toEqual([null, "2606:2800:220:1::35", 6]);
  expect(await given({})).toEqual([null, "93.184.216.35", 4]);
  const system = await new Promise((done) => {
    systemLookup("127.0.0.1", {}, (...result) => done(result));
  });
  expect(system).toEqual([null, "127.0.0.1", 4]);
});
