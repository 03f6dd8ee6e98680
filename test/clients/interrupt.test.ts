import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { installPythonSdk, pythonTools } from "../support/clients/python-sdk.ts";
import { buildSdk } from "../support/clients/sdk.ts";
import { isMissing } from "../support/clients/tool-cache.ts";
import { completion } from "../support/providers/chat-provider.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { gaffeCommand } from "../support/service/command.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
const rowCount = 20;

beforeAll(async () => {
  [provider, service] = await Promise.all([
    openFakeProvider(),
    startService({ folder: join(folder.path, "data"), env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } }),
  ]);
  await buildSdk(join(folder.path, "node_modules"));
  const { post } = apiOf(service);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/provider-keys", { provider: "fake", key: "sk-provider" });
  const seedData = Array.from({ length: rowCount }, (_, index) => ({ input: `row ${index}` }));
  await post("/scenario-sets", { name: "Rows", seedData });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Answers the first two calls and holds the others, as a slow model does. */
function holdAfterTwo(): void {
  provider.seen.length = 0;
  provider.answerWith((_, response) => {
    if (provider.seen.length <= 2) response.writeHead(200).end(completion({ content: "Yes." }));
  });
}

const newestRun = async (name: string) => {
  const { items } = (await apiOf(service).get("/test-runs?limit=200")) as { items: readonly { name: string }[] };
  const found = items.find((run) => run.name === name);
  return found && TestRun.parse(found);
};

/** Starts a program, interrupts it when two rows of its run are done, and returns how it ended. */
async function interrupted(name: string, program: string, args: readonly string[], cwd: string) {
  const env = { ...process.env, GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url };
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = new Promise<number | NodeJS.Signals | null>((done) =>
    child.on("close", (code, signal) => done(code ?? signal)),
  );
  const run = await eventually(
    () => newestRun(name),
    (found) => found?.progress.done === 2 || child.exitCode !== null,
  );
  child.kill("SIGINT");
  const end = await closed;
  return { run, end, output };
}

const command = resolve(import.meta.dirname, "../../cli/src/main.ts");

test("gaffe run cancels a run of the service, says how to resume it, and resumes it", async () => {
  const work = join(folder.path, "yaml");
  mkdirSync(join(work, ".gaffe", "flows"), { recursive: true });
  const flow = "scenario: Rows\nmodel: slow\nconcurrency: 2\ndefinition: { type: generation, model: fake/small }\n";
  writeFileSync(join(work, ".gaffe", "flows", "slow.yml"), `${flow}checks: [empty_output]\n`);
  holdAfterTwo();
  const { run, end, output } = await interrupted("slow", process.execPath, [command, "run"], work);
  expect(output).toContain(`interrupted: the run slow (${run?.id}) is cancelled with 2/${rowCount} rows done`);
  expect(output).toContain(`gaffe run --resume ${run?.id}`);
  expect(output).not.toMatch(/^ +at /m);
  expect(end).toBe(130);
  expect(await newestRun("slow")).toMatchObject({ state: "cancelled" });
  // The calls in progress are aborted, and no other starts.
  const calls = provider.seen.length;
  provider.answerWith((_, response) => void response.writeHead(200).end(completion({ content: "Yes." })));
  const env = { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url };
  const resumed = await gaffeCommand(["run", "--resume", run?.id ?? ""], { cwd: work, env });
  expect(resumed).toMatchObject({ status: 0, stdout: expect.stringContaining(`finished, ${rowCount} rows`) as string });
  expect(provider.seen.length - calls).toBe(rowCount - 2);
});

test("a program with the TypeScript SDK leaves its run resumable and says so, directly and under gaffe run", async () => {
  const work = join(folder.path, "typescript");
  mkdirSync(join(work, ".gaffe", "flows"), { recursive: true });
  const program = (name: string) => `import { Gaffe } from "@gaffe/sdk";
const invoke = async (input: string) => {
  if (!/ [01]$/.test(input)) await new Promise((done) => setTimeout(done, 600_000));
  return { modelPrediction: input };
};
const model = await new Gaffe().registerModel({ name: "own", model: { type: "custom", invoke } });
await model.runTest({ name: "${name}", scenario: "Rows", checks: ["empty_output"], concurrency: 2 });
`;
  writeFileSync(join(work, ".gaffe", "package.json"), '{ "type": "module" }');
  writeFileSync(join(work, "alone.mts"), program("alone"));
  const alone = await interrupted("alone", process.execPath, ["alone.mts"], work);
  expect(alone.output).toContain(`the run alone (${alone.run?.id}) has 2 of ${rowCount} rows done`);
  expect(alone.output).toContain(`model.resumeTest("${alone.run?.id}")`);
  expect(alone.end).toBe("SIGINT");
  expect(await newestRun("alone")).toMatchObject({ state: "running" });

  writeFileSync(join(work, ".gaffe", "flows", "flow.ts"), program("in a flow"));
  const inFlow = await interrupted("in a flow", process.execPath, [command, "run"], work);
  expect(inFlow.output).toContain(`model.resumeTest("${inFlow.run?.id}")`);
  expect(inFlow.end).toBe(130);
});

test.skipIf(isMissing(pythonTools))("a program with the Python SDK says so without a traceback", async () => {
  const { environment } = await installPythonSdk(join(folder.path, "python"));
  const program = `import time
from gaffe_sdk import CustomModel, Gaffe, GenerationModel, ModelInvocation
class Own(CustomModel):
    def invoke(self, input_value):
        if input_value not in ("row 0", "row 1"):
            time.sleep(600)
        return ModelInvocation(input_value)
import sys
name = sys.argv[1]
model = Own() if name == "own python" else GenerationModel(model_id="fake/small")
registered = Gaffe().register_model(name, model)
registered.run_test(name, "Rows", checks=["empty_output"], concurrency=2)
`;
  const python = join(environment, "bin", "python");
  const own = await interrupted("own python", python, ["-c", program, "own python"], folder.path);
  expect(own.output).toContain(`Interrupted: the run own python (${own.run?.id}) has 2 of ${rowCount} rows done`);
  expect(own.output).not.toContain("Traceback");
  expect(own.end).toBe("SIGINT");
  holdAfterTwo();
  const served = await interrupted("served python", python, ["-c", program, "served python"], folder.path);
  expect(served.output).toContain(`is cancelled with 2 of ${rowCount} rows done`);
  expect(served.output).not.toContain("Traceback");
  expect(await newestRun("served python")).toMatchObject({ state: "cancelled" });
});
