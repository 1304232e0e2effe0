import { InapplicableError } from "../../engine/record/verdict.ts";
import { type Document, resourceOf, serverOf } from "./discovery.ts";
import type { Mcp } from "../service/mcp.ts";
import { listOf } from "../wire/metadata.ts";
import { failRequirement } from "../refusals/fails.ts";
import type { McpContext } from "../service/requirement.ts";
import type { RpcObject } from "../wire/rpc.ts";

type Found = Document & { readonly content: RpcObject };
export type Look = (document: Found, mcp: Mcp) => void | Promise<void>;
type Check = (context: McpContext) => Promise<void>;

export const inResource =
  (look: Look) =>
  async ({ mcp }: McpContext) =>
    look(await resourceOf(mcp), mcp);
export const inServer =
  (look: Look) =>
  async ({ mcp }: McpContext) =>
    look((await serverOf(mcp)).document, mcp);

/** A member with another value. @throws {Violation} always */
export function failMember(expected: string, { content, answer }: Found, name: string): never {
  failRequirement(expected, answer, `${name} ${JSON.stringify(content[name])}`);
}

/** Checks that a list has an entry. @param otherwise says that there is no list. Default: then it passes */
export const lists =
  (name: string, entry: string, otherwise?: string): Look =>
  (document) => {
    const { [name]: listed } = document.content;
    if (listed === undefined && otherwise !== undefined) throw new InapplicableError(otherwise);
    if (listed !== undefined && !listOf(listed).includes(entry))
      failMember(`"${entry}" in ${name}`, document, name);
  };

/** Checks that a list has none of these entries. An entry of several words counts as each of them. */
export const listsNone =
  (name: string, ...entries: readonly string[]): Look =>
  (document) => {
    const listed = listOf(document.content[name]).flatMap((one) => String(one).split(" "));
    const odd = entries.find((entry) => listed.includes(entry));
    if (odd !== undefined) failMember(`no "${odd}" in ${name}`, document, name);
  };

export const isTrue =
  (name: string): Look =>
  (document) => {
    if (document.content[name] !== true) failMember(`${name} true`, document, name);
  };

/** The checks, one after the other. */
export const inTurn =
  (...checks: readonly Check[]) =>
  async (context: McpContext): Promise<void> => {
    for (const check of checks) await check(context);
  };
