import { plainHttpProblem } from "../fields/base-url.ts";
import { type FieldPath, valueAtPath } from "../fields/field-path.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";

const RECEIVER = "events.receiver";
/** Files that are of no use without each other. */
const PAIRS = [
  ["target.clientCert", "target.clientKey"],
  [`${RECEIVER}.certificate`, `${RECEIVER}.key`],
] as const;
/** A receiver on this machine, which a relay replaces. */
const OF_THIS_MACHINE = ["listen", "publicUrl", "certificate", "key", "tls", "tunnel"];
const SECRET_ADDRESSES = ["mcp.client.issuer", "mcp.otherClient.issuer", `${RECEIVER}.relay.url`];

export type FieldRule = readonly [field: string, isBroken: boolean, message: string];

/** The problems of broken rules. @param path of the section that has the fields */
export function brokenRules(rules: readonly FieldRule[], path: FieldPath = []): FieldProblem[] {
  return rules.flatMap(([field, isBroken, message]) =>
    isBroken ? [{ path: [...path, ...field.split(".")], message }] : [],
  );
}

/** Checks which fields of a profile need each other, and which exclude each other. */
export function fieldRuleProblems(data: unknown): FieldProblem[] {
  const at = (field: string) => valueAtPath(data, field.split(".")) ?? null;
  const given = (field: string) => at(field) !== null;
  const rules: readonly FieldRule[] = [
    ...PAIRS.flatMap(([one, other]) => [needs(other, one), needs(one, other)]),
    ...["readOnlyToken", "readWriteToken"].map((token): FieldRule => {
      const isTwice = given(`mcp.${token}`) && given("mcp.tokenCommand");
      return [`mcp.${token}`, isTwice, "expected no token, since mcp.tokenCommand prints it (got both)"];
    }),
    ...SECRET_ADDRESSES.map((field): FieldRule => {
      const url = at(field);
      const isPlain = typeof url === "string" && plainHttpProblem(url, false) !== undefined;
      return [field, isPlain, "expected https, since secrets go there; plain http is for loopback only"];
    }),
    ...receiverRules(at, given),
  ];
  return brokenRules(rules);

  function needs(field: string, other: string): FieldRule {
    const isMissing = given(other) && !given(field);
    return [field, isMissing, `expected a file, since ${other} is given (got nothing)`];
  }
}

function receiverRules(
  at: (field: string) => unknown,
  given: (field: string) => boolean,
): readonly FieldRule[] {
  const own = (field: string) => given(`${RECEIVER}.${field}`);
  const tls = at(`${RECEIVER}.tls`) ?? "auto";
  const beside = OF_THIS_MACHINE.find(own);
  const isComplete = own("relay.module")
    ? !own("relay.url") && !own("relay.token")
    : own("relay.url") && own("relay.token");
  return [
    [
      `${RECEIVER}.tls`,
      own("certificate") && tls !== "auto",
      `expected auto, since events.receiver.certificate is given (got ${JSON.stringify(tls)})`,
    ],
    [
      `${RECEIVER}.tunnel`,
      own("tunnel") && own("publicUrl"),
      "expected a publicUrl or a tunnel, which finds its own (got both)",
    ],
    [
      `${RECEIVER}.${beside}`,
      own("relay") && beside !== undefined,
      "expected no local receiver, since events.receiver.relay receives",
    ],
    [`${RECEIVER}.relay`, own("relay") && !isComplete, "expected a url and a token, or a module"],
  ];
}
