import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { playTranscript } from "../testing/play-transcript.ts";

const FOLDER = join(import.meta.dirname, "transcripts");

test.each(readdirSync(FOLDER))("%s shows what the commands print", async (file) => {
  const page = join(FOLDER, file);
  await expect(await playTranscript(readFileSync(page, "utf8"))).toMatchFileSnapshot(page);
});
