/**
 * A module for `node --import` that writes the greatest resident memory of its process, in KiB, into the file
 * `MEMORY_FILE`. On Linux, `maxRSS` also counts the process that started this one, so the kernel's own record is read.
 */
export const PEAK_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync, writeFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const STATUS = "/proc/self/status";
  const peak = () =>
    existsSync(STATUS)
      ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(STATUS, "utf8"))[1]
      : String(process.resourceUsage().maxRSS);
  if (isMainThread) process.on("exit", () => writeFileSync(process.env.MEMORY_FILE, peak()));
`)}`;
