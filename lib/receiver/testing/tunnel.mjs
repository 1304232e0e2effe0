// A tunnel of this machine: prints a URL, and leads what comes there to the port that it is given. It ends with 9 at
// the request that it is told.
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";

const [port, certificate, endsAt] = process.argv.slice(2);
const pem = readFileSync(certificate, "utf8");

let requests = 0;
const server = createServer({ key: pem, cert: pem }, (incoming, outgoing) => {
  const { method, url, rawHeaders } = incoming;
  requests += 1;
  if (requests === Number(endsAt)) process.exit(9);
  const onward = request({ host: "127.0.0.1", port, method, path: url, headers: rawHeaders }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
});
server.listen(0, "127.0.0.1", () => {
  process.stderr.write("\u001B[32mINF\u001B[0m starting\n");
  process.stdout.write(`INF | https://127.0.0.1:${server.address().port} | ready\n`);
});
