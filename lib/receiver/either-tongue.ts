import { createServer, type Server, type Socket } from "node:net";

/** The first byte of every TLS connection: a record of a handshake. */
const TLS_HANDSHAKE = 0x16;

/** A port on which who speaks TLS meets one server, and who speaks in clear another. */
export function eitherTongue(inTls: Server, inClear: Server): Server {
  return createServer((socket) => {
    socket.on("error", () => socket.destroy());
    handOver(socket, inTls, inClear);
  });
}

function handOver(socket: Socket, inTls: Server, inClear: Server): void {
  const first: unknown = socket.read(1);
  if (!Buffer.isBuffer(first)) {
    socket.once("readable", () => handOver(socket, inTls, inClear));
    return;
  }
  socket.unshift(first);
  (first[0] === TLS_HANDSHAKE ? inTls : inClear).emit("connection", socket);
}
