import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { portOf } from "./mail-server.ts";

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Reply = (response: ServerResponse, received: Received) => void;

const ok: Reply = (response) => response.end("ok");

export async function startReceiver() {
  const received: Received[] = [];
  const state: { reply: Reply } = { reply: ok };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString() };
      received.push(one);
      state.reply(response, one);
    });
    response.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    received,
    state,
    ok,
    url: `http://127.0.0.1:${portOf(server.address())}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(code, headers).end("no");

/** The Slack methods for messages; all others are refused with a status that no test expects. */
export const slackApi =
  (token: string, conversation: string): Reply =>
  (response, { path, headers, body }) => {
    const sent = new URLSearchParams(body);
    const answer = (value: object) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    const blocks = JSON.parse(sent.get("blocks") ?? "[]") as readonly { type: string }[];
    const wrong = blocks.length === 0 || blocks.length > 50 || blocks.some((block) => !knownBlocks.has(block.type));
    if (path !== "/api/chat.postMessage") response.writeHead(418).end();
    else if (headers.authorization !== `Bearer ${token}`) answer({ ok: false, error: "invalid_auth" });
    else if (sent.get("channel") !== conversation) answer({ ok: false, error: "channel_not_found" });
    else if (!sent.get("text") || wrong) answer({ ok: false, error: "invalid_blocks" });
    else answer({ ok: true, channel: conversation, ts: "1.1" });
  };

const knownBlocks = new Set(["header", "section", "context"]);
