import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";

/** Puts something at a path. */
export type Put = (file: string) => void;

export const putPipe: Put = (file) => void execFileSync("mkfifo", [file]);
export const putLink: Put = (file) => symlinkSync("/dev/zero", file);
export const putFolder: Put = (file) => mkdirSync(file);

/** One GiB, of which the disk stores one byte. */
export const putGiant: Put = (file) => {
  writeFileSync(file, "{");
  truncateSync(file, 2 ** 30);
};

/** Things that a reader of a file must not wait for, follow, or load. */
export const IRREGULAR: readonly (readonly [what: string, put: Put])[] = [
  ["1 GiB of nothing", putGiant],
  ["a link to a device without end", putLink],
  ["a pipe without a writer", putPipe],
  ["a folder", putFolder],
];
