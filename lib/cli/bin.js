#!/usr/bin/env node
// Plain and old syntax: an old Node must be able to read this file, and say so.
var version = process.versions.node.split(".").map(Number);
var major = version[0];
if (major < 22 || (major === 22 && version[1] < 19) || major === 23 || major === 25) {
  process.stderr.write(
    "Cannot run card-issuing-conformance: this is Node " +
      process.versions.node +
      ", and it needs Node 22.19 or later in the 22 line, 24, or 26 and later. " +
      (import.meta.url.endsWith("/dist/lib/cli/bin.js")
        ? "Install such a Node, and repeat the command.\n"
        : "In a checkout, run npm ci, then npm run -s cli -- <command>.\n"),
  );
  process.exit(2);
}
process.on("uncaughtException", endAsDefect);
try {
  process.cwd();
} catch {
  process.stderr.write(
    "The current folder does not exist any more. Change to another folder, and repeat the command.\n",
  );
  process.exit(2);
}
var cacheFolder = ownCacheFolder();
if (cacheFolder !== undefined) process.getBuiltinModule("node:module").enableCompileCache(cacheFolder);
resolveOwnFiles();
import("./main.ts").then(
  function (loaded) {
    keepYoungGeneration();
    return loaded.main(process.argv.slice(2));
  },
  function (error) {
    process.stderr.write("Cannot start card-issuing-conformance: " + (error.stack || error) + "\n");
    process.exit(5);
  },
);

/** Ends with the exit code of a defect. Node would end with 1, which means that a check failed. A run handles its own. */
function endAsDefect(error) {
  if (process.listenerCount("uncaughtException") > 1) return;
  process.stderr.write(
    "This is a defect of card-issuing-conformance: " + ((error && error.stack) || error) + "\n",
  );
  process.exit(5);
}

/** Modules of this package name each other by file. Without a look at the disk for each, the command starts sooner. */
function resolveOwnFiles() {
  var lib = new URL("../", import.meta.url).href;
  var suites = new URL("../../suites/", import.meta.url).href;
  var formats = { ".ts": "module-typescript", ".js": "module" };
  process.getBuiltinModule("node:module").registerHooks({
    resolve: function (specifier, context, next) {
      var from = context.parentURL || "";
      var format = formats[specifier.slice(-3)];
      var isOurs = from.startsWith(lib) || from.startsWith(suites);
      if (specifier[0] !== "." || !isOurs || format === undefined) return next(specifier, context);
      return { url: new URL(specifier, from).href, format: format, shortCircuit: true };
    },
  });
}

/** Keeps the room for new objects as it is by now. V8 would let it grow to 128 MiB, and the run would not be faster. */
function keepYoungGeneration() {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}

/** What lies there runs with the keys of a run: undefined where somebody else can write, and then nothing is cached. */
function ownCacheFolder() {
  var path = process.getBuiltinModule("node:path");
  var fs = process.getBuiltinModule("node:fs");
  var asked = process.env.XDG_CACHE_HOME || "";
  try {
    var base = path.isAbsolute(asked)
      ? asked
      : path.join(process.getBuiltinModule("node:os").homedir(), ".cache");
    var folder = path.join(base, "card-issuing-conformance");
    // Not `recursive`: below a parent that takes no folder, it would never end.
    [base, folder].forEach(function (one) {
      if (!fs.existsSync(one)) fs.mkdirSync(one, { mode: 0o700 });
    });
    return isOwn(fs.statSync(base)) && isOwn(fs.lstatSync(folder)) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is a folder of this user into which nobody else can write. Windows tells neither. */
function isOwn(found) {
  var isForeign = process.getuid !== undefined && found.uid !== process.getuid();
  var isOpen = process.getuid !== undefined && (found.mode & 0o022) !== 0;
  return found.isDirectory() && !isForeign && !isOpen;
}
