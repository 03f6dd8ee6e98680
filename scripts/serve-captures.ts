// Serves the scorer of recorded exports with the datapoint assembler alone: nothing is stored or checked.
// node scripts/serve-captures.ts [port]

import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { datapointJson } from "../src/datapoints/contract/datapoint-json.ts";
import { conventions } from "../src/datapoints/conventions/index.ts";
import { createRecognizer } from "../src/datapoints/stages/recognizer.ts";
import { globalProject } from "../src/platform/ids.ts";
import { batchesOf } from "../test/support/data/captures.ts";
import { tracesOf } from "../test/support/data/traces.ts";

const recognize = createRecognizer({ conventions });
const folder = mkdtempSync(join(tmpdir(), "captures-"));
const batches: ReturnType<typeof batchesOf>[number][] = [];
let found: Map<string, unknown> | undefined;

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function datapoints(): Map<string, unknown> {
  const all = tracesOf(batches, globalProject).flatMap((trace) => recognize(trace).datapoints);
  return new Map(all.map((one) => [one.id, datapointJson(one)]));
}

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  if (request.method === "POST") {
    writeFileSync(join(folder, "body"), await bytesOf(request));
    const file = {
      file: "body",
      path: url.pathname,
      contentType: request.headers["content-type"] ?? "",
      contentEncoding: request.headers["content-encoding"] ?? null,
    };
    batches.push(...batchesOf({ files: [file] }, folder));
    found = undefined;
    response.end("{}");
    return;
  }
  found ??= datapoints();
  const id = url.pathname.split("/")[4];
  const shown =
    id === undefined ? { items: [...found.keys()].map((key) => ({ id: key })) } : found.get(decodeURIComponent(id));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(shown));
}
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : address}`);
});
