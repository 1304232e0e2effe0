import { onTestFinished } from "vitest";
import type { ReferenceMerchant } from "../../reference/call.ts";
import type { Choices } from "../../reference/choices.ts";
import type { Post } from "../../reference/delivery/post.ts";
import { createReference } from "../../reference/reference.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";

interface Form {
  readonly mutant?: string;
  readonly choices?: Partial<Choices>;
  /** How it sends deliveries. */
  readonly post?: Post;
  /** Default: alpha and beta, as in the profile of the reference. */
  readonly merchants?: readonly ReferenceMerchant[];
}

const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
];

/** The address of the reference, in one of its forms, until the test ends. */
export async function servedReference(form: Form = {}): Promise<string> {
  const { mutant, choices = {}, post, merchants = MERCHANTS } = form;
  const rules = mutant === undefined ? conformantRules : findMutant(mutant).apply(conformantRules);
  const server = await serveReference(
    createReference({
      merchants,
      rules,
      choices,
      ...(post && { post }),
    }),
  );
  onTestFinished(async () => server.close());
  return server.url;
}
