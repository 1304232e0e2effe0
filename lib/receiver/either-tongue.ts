import { createServer, type Server, type Socket } from "node:net";

/** The first byte of every TLS connection: a handshake record. */
const TLS_HANDSHAKE = 0x16;

/** One port with two servers: one for TLS, one for unencrypted connections. */
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
