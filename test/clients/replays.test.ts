import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { definitionOf, emptyDraft } from "../../dashboards/app/src/testing/models/draft.ts";
import { Gaffe } from "../../sdk/typescript/src/index.ts";
import { SentMessages } from "../../src/testing/contract/model.ts";
import { TestRun } from "../../src/testing/contract/test-run.ts";
import { installPythonSdk, pythonTools } from "../support/clients/python-sdk.ts";
import { isMissing } from "../support/clients/tool-cache.ts";
import { chatBodyOf, completion } from "../support/providers/chat-provider.ts";
import { openFakeProvider } from "../support/providers/fake-provider.ts";
import { gaffeCommand } from "../support/service/command.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { type Service, startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

const folder = temporaryFolder();
let service: Service;
let provider: Awaited<ReturnType<typeof openFakeProvider>>;
const system = "Be brief.";
const rows = {
  "one turn": "Where is my order?",
  "several turns": [
    { role: "user", content: "I want a refund" },
    { role: "assistant", content: "Which order?" },
    { role: "user", content: "17" },
  ],
  "tool calls": [
    { role: "user", content: "Where is order 17?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"order":17}' } }],
    },
    { role: "tool", content: "in transit", tool_call_id: "c1" },
  ],
  "an image": [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this?" },
        { type: "image_url", image_url: { url: "https://images.example/lamp.png" } },
      ],
    },
  ],
};
const wanted = Object.values(rows).map((input) => [
  { role: "system", content: system },
  ...(typeof input === "string" ? [{ role: "user", content: input }] : input),
]);

beforeAll(async () => {
  [provider, service] = await Promise.all([
    openFakeProvider(),
    startService({ folder: join(folder.path, "data"), env: { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" } }),
  ]);
  provider.answerWith((_, response) => void response.writeHead(200).end(completion({ content: "Yes." })));
  const { post } = apiOf(service);
  await post("/upstreams", { id: "fake", baseUrl: provider.url });
  await post("/provider-keys", { provider: "fake", key: "sk-provider" });
  await post("/scenario-sets", { name: "Replay", seedData: Object.values(rows).map((input) => ({ input })) });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const template = "{scenario_input}";
/** Runs the set with a model registered by each client, with the user prompt that people write and without one. */
const clients = {
  "the web app": async (isWritten: boolean) => {
    const generation = { ...emptyDraft.generation, model: "fake/small", system };
    const draft = { ...emptyDraft, generation: isWritten ? { ...generation, user: template } : generation };
    const read = definitionOf(draft);
    if (read.kind === "mistake") throw new Error(read.reason);
    await ranBy("web", read.value);
  },
  "the TypeScript SDK": async (isWritten: boolean) => {
    const gaffe = new Gaffe({ apiKey: service.token, baseUrl: service.url });
    const model = await gaffe.registerModel({
      name: "typescript",
      update: true,
      model: {
        type: "generation",
        model: "fake/small",
        systemPromptTemplate: system,
        ...(isWritten ? { userPromptTemplate: template } : {}),
      },
    });
    await model.runTest({ name: "Replay", scenario: "Replay", checks: ["empty_output"], concurrency: 1 });
  },
  "the Python SDK": async (isWritten: boolean) => {
    const { environment } = await installPythonSdk(join(folder.path, `python-${isWritten}`));
    const program = [
      "from gaffe_sdk import Gaffe, GenerationModel",
      `model = GenerationModel(model_id="fake/small", system_prompt_template="${system}"${isWritten ? `, user_prompt_template="${template}"` : ""})`,
      'registered = Gaffe().register_model("python", model, update=True)',
      'registered.run_test("Replay", "Replay", checks=["empty_output"], concurrency=1)',
    ];
    await promisify(execFile)(join(environment, "bin", "python"), ["-c", program.join("\n")], {
      env: { ...process.env, GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url },
    });
  },
  "a YAML flow": async (isWritten: boolean) => {
    const work = join(folder.path, `yaml-${isWritten}`);
    mkdirSync(join(work, ".gaffe", "flows"), { recursive: true });
    const dialog = `dialogTemplate: [{ role: system, content: "${system}" }, { role: user, content: "${template}" }]`;
    const flow = `scenario: Replay
model: yaml
concurrency: 1
definition:
  type: generation
  model: fake/small
  ${isWritten ? dialog : `systemPromptTemplate: "${system}"`}
checks: [empty_output]
`;
    writeFileSync(join(work, ".gaffe", "flows", "replay.yml"), flow);
    const env = { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url };
    expect(await gaffeCommand(["run"], { cwd: work, env })).toMatchObject({ status: 0 });
  },
};

async function ranBy(name: string, definition: object): Promise<string> {
  const { post, get } = apiOf(service);
  await post("/models", { name, definition, update: true });
  const request = { name: "Replay", scenarioId: "Replay", modelId: name, checks: ["empty_output"], concurrency: 1 };
  const run = TestRun.parse(await post("/test-runs", request));
  await eventually(
    async () => TestRun.parse(await get(`/test-runs/${run.id}`)),
    ({ state }) => state === "finished",
  );
  return run.id;
}

const withPython = Object.keys(clients).filter((client) => client !== "the Python SDK" || !isMissing(pythonTools));
const cases = withPython.flatMap((client) => [
  [client, "without a user prompt", false] as const,
  [client, "with the row's input as the user prompt", true] as const,
]);

describe("a recorded dialog reaches the provider as its messages", () => {
  test.each(cases)("from %s %s", async (client, _, isWritten) => {
    provider.seen.length = 0;
    await clients[client as keyof typeof clients](isWritten);
    expect(provider.seen.map((each) => chatBodyOf(each).messages)).toEqual(wanted);
  });

  test("as the form shows it before, and as it is recorded", async () => {
    const { post, get } = apiOf(service);
    const definition = { type: "generation", model: "fake/small", systemPromptTemplate: system };
    for (const [index, input] of Object.values(rows).entries()) {
      const { messages } = SentMessages.parse(await post("/models/messages", { definition, input }));
      expect(messages).toEqual(wanted[index]);
    }
    const id = await ranBy("recorded", definition);
    const { items } = (await get(`/test-runs/${id}/rows`)) as { items: readonly { datapointId: string }[] };
    const inputs = await Promise.all(
      items.map(async ({ datapointId }) => ((await get(`/datapoints/${datapointId}`)) as { input: unknown[] }).input),
    );
    expect(inputs[2]).toMatchObject([
      { role: "system" },
      { role: "user" },
      { role: "assistant", parts: [{ type: "tool_call", id: "c1", name: "find", arguments: { order: 17 } }] },
      { role: "tool", parts: [{ type: "tool_result", id: "c1", result: "in transit" }] },
    ]);
    expect(inputs[3]).toMatchObject([
      { role: "system" },
      { role: "user", parts: [{ type: "text", text: "What is this?" }, { type: "image" }] },
    ]);
  });
});
