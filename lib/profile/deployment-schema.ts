import * as z from "zod";

/** A deployment by its name and SHA-256, for example an image: `issuer-api@sha256:…`. */
export const deploymentSchema = z
  .string()
  .regex(/^[^@\s]+@sha256:[0-9a-f]{64}$/, "expected name@sha256: and 64 digits of lower-case hex");
