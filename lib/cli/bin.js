#!/usr/bin/env node
// Plain and old syntax: an old Node must be able to read this file, and say so.
var version = process.versions.node.split(".").map(Number);
var major = version[0];
if (major < 22 || (major === 22 && version[1] < 19) || major === 23 || major === 25) {
  process.stderr.write(
    "Cannot run card-issuing-conformance: this is Node " +
      process.versions.node +
      ", and it needs Node 22.19 or later in the 22 line, 24, or 26 and later. In a checkout, npm ci installs one.\n",
  );
  process.exit(2);
}
process.getBuiltinModule("node:module").enableCompileCache();
// Threads learn of the cache by the environment alone.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE ||
  process
    .getBuiltinModule("node:path")
    .join(process.getBuiltinModule("node:os").tmpdir(), "node-compile-cache");
import("./main.ts").then(
  function (loaded) {
    return loaded.main(process.argv.slice(2));
  },
  function (error) {
    process.stderr.write("Cannot start card-issuing-conformance: " + (error.stack || error) + "\n");
    process.exit(5);
  },
);
