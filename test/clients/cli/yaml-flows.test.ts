import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFlowProvider } from "../../support/providers/flow-provider.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

const command = resolve(import.meta.dirname, "../../../cli/src/main.ts");
const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFlowProvider>>;

beforeAll(async () => {
  [provider, service] = await Promise.all([
    openFlowProvider(),
    startService({ folder: join(folder.path, "data"), env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } }),
  ]);
  const { post } = apiOf(service);
  await post("/upstreams", { id: "shop", baseUrl: provider.url });
  await post("/provider-keys", { provider: "shop", key: "sk-provider" });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const env = () => ({ GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url });

/** Writes a flow into a separate folder, and returns how to run it. */
function flowIn(name: string, text: string) {
  const cwd = join(folder.path, name);
  const file = join(cwd, ".gaffe/flows", `${name}.yml`);
  mkdirSync(join(cwd, ".gaffe/flows"), { recursive: true });
  writeFileSync(file, text);
  return {
    cwd,
    file,
    run: async (args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) => {
      const before = provider.seen.length;
      const ran = await gaffeCommand(["run", ...args], { cwd, env: { ...env(), ...more } });
      return { ...ran, calls: provider.seen.length - before };
    },
  };
}

const intents = (rest: string) => `rows:
  - input: I want to send it back
    result: returns
  - input: What does it cost?
    result: pricing
    checks: [{ check: contains_any, options: { phrases: [pricing] } }]
model: Intent prompt
definition:
  type: generation
  model: shop/small
  systemPromptTemplate: Answer with one word.
checks: [empty_output]
${rest}`;

test("rows are written in the flow, and a row may have its own checks, whose failure shows the row", async () => {
  const { run, file } = flowIn("inline", intents(""));
  expect(await run()).toMatchObject({ status: 0, calls: 2 });
  writeFileSync(file, intents("").replace("[pricing]", "[price list]"));
  const failed = await run();
  expect(failed.status).toBe(1);
  expect(failed.stdout).toMatch(/row 2 \(\.gaffe\/flows\/inline\.yml:4:5\): contains_any failed: /);
  for (const line of ["input: What does it cost?", "output: pricing", "expected: pricing"])
    expect(failed.stdout).toContain(line);
});

test("responses of the same model, prompt and rows are used again, except in a build or with --no-cache", async () => {
  const { run, file } = flowIn("cached", intents("").replace("Intent prompt", "Cached prompt"));
  expect(await run()).toMatchObject({ status: 0, calls: 2 });
  const again = await run();
  expect(again).toMatchObject({ status: 0, calls: 0 });
  expect(await run(["--no-cache"])).toMatchObject({ status: 0, calls: 2 });
  expect(await run([], { CI: "true" })).toMatchObject({ status: 0, calls: 2 });
  expect(await run(["--cache"], { CI: "true" })).toMatchObject({ status: 0, calls: 0 });
  const text = readFileSync(file, "utf8");
  // Other checks evaluate the responses that are there; other rows and another prompt need new ones.
  writeFileSync(
    file,
    text.replace("[empty_output]", "[empty_output, { check: contains_any, options: { phrases: [r] } }]"),
  );
  expect(await run()).toMatchObject({ status: 0, calls: 0 });
  writeFileSync(file, text.replace("one word.", "one word, please."));
  expect(await run()).toMatchObject({ status: 0, calls: 2 });
  writeFileSync(file, text.replace("What does it cost?", "What is the price?"));
  expect(await run()).toMatchObject({ status: 0, calls: 2 });
});

test("a matrix runs every combination over the same rows, under the name of the flow", async () => {
  const matrix =
    "matrix:\n  temperature: [0, 1]\n  systemPromptTemplate: [Answer with one word., Answer with one word!]\n";
  const { run } = flowIn("matrix", intents(matrix).replace("  systemPromptTemplate: Answer with one word.\n", ""));
  const { status, stdout, calls } = await run(["-f", "matrix", "--json"]);
  expect([status, calls]).toEqual([0, 8]);
  const { flows } = JSON.parse(stdout) as { flows: { flow: string; runs: { scenarioId: string }[] }[] };
  expect(flows.map(({ flow }) => flow)).toEqual([
    "matrix (0, Answer with one word.)",
    "matrix (0, Answer with one word!)",
    "matrix (1, Answer with one word.)",
    "matrix (1, Answer with one word!)",
  ]);
  expect(new Set(flows.flatMap(({ runs }) => runs.map(({ scenarioId }) => scenarioId))).size).toBe(1);
  expect(await run(["-f", "matrix (0, Answer with one word!)", "--no-cache"])).toMatchObject({ status: 0, calls: 2 });
});

test("--watch runs again after a change, also after a mistake, until it is interrupted", async () => {
  const { cwd, file } = flowIn("watched", intents("").replace("Intent prompt", "Watched prompt"));
  const child = spawn(process.execPath, [command, "run", "-f", "watched", "--watch"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder.path, ...env() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const waited = (times: number) =>
    eventually(
      () => Promise.resolve(output.split("waiting for a change").length - 1),
      (count) => count === times,
    );
  const ended = new Promise((settle) => child.once("close", (code, signal) => settle(signal ?? code)));
  try {
    await waited(1);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("checks: [empty_output]", "chekcs: [empty_output]"));
    await waited(2);
    expect(output).toContain("there is no setting chekcs here: did you mean checks?");
    writeFileSync(file, text.replace("What does it cost?", "How much is it?"));
    await waited(3);
    expect(output).toContain("watched: finished, 2 rows");
  } finally {
    child.kill("SIGINT");
  }
  expect(await ended).not.toBe(0);
});
