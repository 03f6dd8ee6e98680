import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";

const path = "/opentelemetry.proto.collector.trace.v1.TraceService/Export";

/** Opens a connection to OTLP/gRPC that sends exactly what a test says. */
export async function openGrpc(port: number): Promise<ClientHttp2Session> {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on("error", () => undefined);
  await once(session, "connect");
  return session;
}

/** Begins a call whose message may never come. */
export function beginCall(session: ClientHttp2Session, headers: Readonly<Record<string, string>> = {}) {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  stream.on("error", () => undefined);
  stream.resume();
  return stream;
}

/** Returns the status of a call, from its headers or its trailers; undefined when it ended without one. */
export function statusOf(stream: ClientHttp2Stream): Promise<number | undefined> {
  return new Promise((resolve) => {
    const give = (headers: Readonly<Record<string, unknown>>) => {
      if (headers["grpc-status"] !== undefined) resolve(Number(headers["grpc-status"]));
    };
    stream.on("response", give);
    stream.on("trailers", give);
    stream.on("close", () => resolve(undefined));
  });
}

/** Returns a message with its prefix, of which only this part may be sent. */
export function framed(message: Buffer, { compressed = false, announced = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(compressed ? 1 : 0);
  prefix.writeUInt32BE(announced, 1);
  return Buffer.concat([prefix, message]);
}
