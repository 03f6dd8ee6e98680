/**
 * Measures what tracing costs an application: CPU and time of a call of `openai` 7 with
 * `@gaffe/instrumentation`, compared with the same calls without it in the same run, and memory at the end.
 * Prints one line of JSON for plain responses and one for streams.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { installApps, installInstrumentation, openPlayground } from "../test/clients/instrumentation/support/apps.ts";
import { apps } from "../test/clients/instrumentation/support/scenes.ts";
import { streamed, wire } from "../test/support/providers/wire.ts";

const [calls, rounds] = [process.argv[2] ?? "1500", Number(process.argv[3] ?? 5)];
const app = apps.find(({ name }) => name === "openai-7")!;
using playground = openPlayground({ apps: await installApps(apps), instrumentation: await installInstrumentation() });

const chat = JSON.stringify(wire("chat")[0]?.rawResponse);
const events = streamed(wire("chat-stream")[0]!);
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const isStream = Buffer.concat(chunks).includes('"stream":true');
    response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
    response.end(request.url === "/v1/traces" ? undefined : isStream ? events : chat);
  });
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly rssMb: number;
}

for (const kind of ["answer", "stream"]) {
  const costs: { readonly bare: Cost[]; readonly traced: Cost[] } = { bare: [], traced: [] };
  for (let round = 0; round < rounds; round++) {
    costs.bare.push(await costOf(kind, []));
    costs.traced.push(await costOf(kind, undefined));
  }
  const of = (name: keyof Cost) => {
    const [bare, traced] = [
      median(costs.bare.map((cost) => cost[name])),
      median(costs.traced.map((cost) => cost[name])),
    ];
    return { bare: rounded(bare), traced: rounded(traced), ratio: rounded(traced / bare) };
  };
  console.log(
    JSON.stringify({
      kind,
      calls: Number(calls),
      rounds,
      cpuMs: of("cpuMs"),
      wallMs: of("wallMs"),
      rssMb: of("rssMb"),
    }),
  );
}
server.closeAllConnections();
server.close();

async function costOf(kind: string, flags: readonly string[] | undefined): Promise<Cost> {
  const { stdout, stderr } = await playground.run({
    app,
    script: "bench.mjs",
    args: [`${url}/v1`, calls, ...(kind === "stream" ? ["stream"] : [])],
    env: { GAFFE_ENDPOINT: url, GAFFE_TOKEN: "gaffe_bench" },
    ...(flags ? { flags } : {}),
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Cost;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
