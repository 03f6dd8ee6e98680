import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

type Answer = (request: SeenRequest, response: ServerResponse, raw: IncomingMessage) => void;

/** Starts a provider on loopback. Each test sets its response; an unexpected request gets 599. */
export async function openFakeProvider() {
  let answer: Answer | undefined;
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", rawHeaders } = request;
      const one = { method, url, rawHeaders, body: Buffer.concat(chunks) };
      seen.push(one);
      if (answer) answer(one, response, request);
      else response.writeHead(599).end("unexpected");
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    sockets,
    answerWith: (next: Answer) => {
      answer = next;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes the body in pieces of random size, each in its own packet as far as the kernel allows. */
export async function writeInPieces(response: ServerResponse, body: Buffer, sizes: readonly number[]): Promise<void> {
  let at = 0;
  for (const size of sizes) {
    if (at >= body.length) break;
    response.write(body.subarray(at, at + size));
    at += size;
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end(body.subarray(at));
}
