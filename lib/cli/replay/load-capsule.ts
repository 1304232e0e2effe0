import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type Capsule, capsuleSchema } from "../../report/capsule.ts";
import { UsageError } from "../usage-error.ts";

/** @throws {UsageError} when the file is no capsule of this version. */
export async function loadCapsule(file: string): Promise<Capsule> {
  const parsed = capsuleSchema.safeParse(await jsonOf(file));
  if (parsed.success) return parsed.data;
  throw new UsageError(`Cannot replay ${file}: it is no capsule\n${z.prettifyError(parsed.error)}`);
}

async function jsonOf(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    throw new UsageError(`Cannot replay ${file}: there is no such file`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `Cannot replay ${file}: ${error instanceof Error ? error.message : "it is no JSON"}`,
    );
  }
}
