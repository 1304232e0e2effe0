import * as z from "zod";

/** For example an image: `issuer-api@sha256:…`. */
const DEPLOYMENT = /^[^@\s]+@sha256:[0-9a-f]{64}$/;

/** A deployment by its name and SHA-256, as statements of in-toto name their subjects. */
export interface DeploymentDigest {
  readonly name: string;
  /** In lower-case hex. */
  readonly digest: { readonly sha256: string };
}

export const deploymentSchema = z
  .string()
  .regex(DEPLOYMENT, "expected name@sha256: and 64 digits of lower-case hex");

/** Reads a text such as `issuer-api@sha256:…`. Undefined: it has another form. */
export function deploymentDigest(text: string): DeploymentDigest | undefined {
  const [name = "", sha256 = ""] = text.split("@sha256:");
  return DEPLOYMENT.test(text) ? { name, digest: { sha256 } } : undefined;
}
