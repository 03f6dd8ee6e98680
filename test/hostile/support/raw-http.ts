import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawReply {
  /** 0 when the connection ended without a response. */
  readonly status: number;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** What is sent after the headers, which may be less than they announce. */
  readonly body?: string;
  readonly version?: "1.0" | "1.1";
  /** Another address of this machine, such as 127.0.0.2: another client. */
  readonly from?: string;
}

/** Sends exactly these bytes and resolves with what comes until the response's head or the connection's end. */
export async function sendRaw(port: number, request: RawRequest): Promise<RawReply> {
  const socket = await openRaw(port, request);
  try {
    return await replyOf(socket);
  } finally {
    socket.destroy();
  }
}

/** Sends exactly these bytes and leaves the connection open. */
export async function openRaw(
  port: number,
  { method = "POST", path, headers = {}, body = "", version = "1.1", from = "127.0.0.1" }: RawRequest,
): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const lines = Object.entries({ host: `localhost:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write([`${method} ${path} HTTP/${version}`, ...lines, "", body].join("\r\n"));
  return socket;
}

export function replyOf(socket: Socket): Promise<RawReply> {
  return new Promise((resolve) => {
    let text = "";
    const give = () => resolve({ status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0), text });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const bodyAt = text.indexOf("\r\n\r\n") + 4;
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (bodyAt > 3 && text.length - bodyAt >= length) give();
    });
    socket.on("close", give);
  });
}
