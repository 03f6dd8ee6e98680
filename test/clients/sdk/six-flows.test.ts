import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installPythonSdk, pythonTools } from "../../support/clients/python-sdk.ts";
import { buildSdk } from "../../support/clients/sdk.ts";
import { isMissing, reason } from "../../support/clients/tool-cache.ts";
import { answerTo, decideBy, openFakeJudge } from "../../support/providers/fake-judge.ts";
import { openFlowProvider } from "../../support/providers/flow-provider.ts";
import { gaffeCommand } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";

/** Every flow is tested with the files of its page in docs/flows, unchanged. */
const pages = resolve(import.meta.dirname, "../../../docs/flows");
const env = { GAFFE_ALLOW_NETWORKS: "127.0.0.0/8" };
const folder = temporaryFolder();
const hasPython = !isMissing(pythonTools);
let service: Service;
let judge: Awaited<ReturnType<typeof openFakeJudge>>;
let provider: Awaited<ReturnType<typeof openFlowProvider>>;
let environment = "";

beforeAll(async () => {
  [judge, provider, service] = await Promise.all([
    openFakeJudge(),
    openFlowProvider(),
    startService({ folder: join(folder.path, "data"), env }),
  ]);
  await buildSdk(join(folder.path, "node_modules"));
  if (hasPython) ({ environment } = await installPythonSdk(folder.path));
  const { post } = apiOf(service);
  await post("/judges", { name: "Mini", baseUrl: judge.url, model: "gpt-4.1-mini", key: "sk-judge" });
  await post("/upstreams", { id: "shop", baseUrl: provider.url });
  await post("/provider-keys", { provider: "shop", key: "sk-provider" });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
  await judge?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

interface Run {
  readonly name: string;
  readonly state: string;
  readonly app_link: string;
  readonly model_metrics?: {
    readonly rows: number;
    readonly errors: number;
    readonly checks: readonly { readonly check: string; readonly passed: number; readonly failed: number }[];
    readonly classification?: { readonly accuracy: number; readonly confusionMatrix: readonly (readonly number[])[] };
    readonly retrieval?: readonly { readonly k: number; readonly recall: number; readonly mrr: number }[];
  };
}

interface Report {
  readonly flows: readonly { readonly flow: string; readonly failure?: string; readonly runs: readonly Run[] }[];
}

/** Writes the files of a page into a separate folder and runs all its flows, in all languages. */
async function ranPage(page: string): Promise<Report["flows"]> {
  const workFolder = join(folder.path, page);
  const text = readFileSync(join(pages, `${page}.md`), "utf8");
  for (const [, file = "", content = ""] of text.matchAll(/^```\w+ (\.gaffe\/\S+)\n([\s\S]*?)^```$/gm)) {
    if (file.endsWith(".py") && !hasPython) continue;
    mkdirSync(dirname(join(workFolder, file)), { recursive: true });
    writeFileSync(join(workFolder, file), content);
  }
  await ranIn(workFolder);
  // Every documented program runs a second time, over the sets and models that exist.
  const { flows, status } = await ranIn(workFolder);
  // A language must not be skipped silently.
  expect(flows.map(({ flow }) => flow).filter((name) => name.endsWith("_py"))).toHaveLength(hasPython ? 1 : 0);
  expect(status).toBe(0);
  return flows;
}

async function ranIn(workFolder: string) {
  const result = await gaffeCommand(["run", "--json", "--fail-under", "0"], {
    cwd: workFolder,
    env: {
      GAFFE_TOKEN: service.token,
      GAFFE_ENDPOINT: service.url,
      VIRTUAL_ENV: environment,
    },
  });
  if (result.stdout === "") throw new Error(result.stderr);
  const { flows } = JSON.parse(result.stdout) as Report;
  for (const { flow, failure } of flows) expect([flow, failure]).toEqual([flow, undefined]);
  return { flows, status: result.status };
}

const checksOf = ({ model_metrics: metrics }: Run) =>
  Object.fromEntries((metrics?.checks ?? []).map(({ check, passed, failed }) => [check, [passed, failed]]));

describe(`the six flows of docs/flows, in TypeScript, Python and YAML${reason(pythonTools)}`, () => {
  test("text generation with judges", async () => {
    judge.behave((question) => answerTo(question, decideBy("Lamps are lovely")));
    const flows = await ranPage("text-generation");
    expect(flows.map(({ flow }) => flow)).toEqual([
      ...(hasPython ? ["answers", "answers_py"] : ["answers"]),
      "answers-yaml",
    ]);
    for (const { flow, runs } of flows) {
      const [run] = runs;
      expect(run).toMatchObject({ state: "finished", model_metrics: { rows: 3, errors: 0 } });
      if (run) {
        const own = flow === "answers-yaml" ? {} : { fits_in_a_message: [2, 1] };
        expect([flow, checksOf(run)]).toEqual([flow, { coherence: [2, 1], conciseness: [2, 1], ...own }]);
      }
    }
  });

  test("function calls with the four exact checks", async () => {
    for (const { flow, runs } of await ranPage("function-calls")) {
      const [run] = runs;
      expect([flow, run && checksOf(run)]).toEqual([
        flow,
        {
          is_function_correct: [3, 0],
          are_required_params_present: [3, 0],
          are_all_params_expected: [3, 0],
          do_param_values_match: [2, 1],
        },
      ]);
    }
  });

  test("classification", async () => {
    for (const { flow, runs } of await ranPage("classification")) {
      expect([flow, runs[0]?.model_metrics?.classification]).toMatchObject([
        flow,
        {
          accuracy: 0.75,
          confusionMatrix: [
            [1, 1],
            [0, 2],
          ],
        },
      ]);
    }
  });

  test("retrieval", async () => {
    for (const { flow, runs } of await ranPage("retrieval")) {
      const [first, second] = runs[0]?.model_metrics?.retrieval ?? [];
      expect([flow, first]).toMatchObject([flow, { k: 1, recall: 0.5, mrr: 0.5 }]);
      if (flow !== "search-yaml") expect(second).toMatchObject({ k: 2, recall: 1, mrr: 0.75 });
    }
  });

  test("a simulated conversation", async () => {
    for (const { flow, runs } of await ranPage("conversation")) {
      const [run] = runs;
      expect([flow, run && checksOf(run)]).toEqual([flow, { empty_output: [1, 0] }]);
      const id = run?.app_link.split("/").at(-1) ?? "";
      const rows = (await apiOf(service).get(`/test-runs/${id}/rows`)) as { items: readonly object[] };
      expect([flow, rows.items]).toMatchObject([
        flow,
        [
          {
            conversation: [
              { role: "user", content: "I want to return my lamp." },
              { role: "assistant", content: "Gladly. What is the number of your order?" },
              { role: "user", content: "It is order 17." },
              { role: "assistant", content: "Order 17 can be returned. Goodbye!" },
            ],
          },
        ],
      ]);
    }
  });

  test("from an issue of production to a fix", async () => {
    const { post, get } = apiOf(service);
    const calls = Array.from({ length: 6 }, (_, number) => ({
      input: `Please refund order ${number}, write to customer${number}@example.com`,
      output: "I'm sorry, but I can't help with that request.",
      requestModel: "assistant",
    }));
    await post("/datapoints", calls);
    const issues = () =>
      get("/issues?q=check:model_refusal") as Promise<{ items: { number: number; occurrences: number }[] }>;
    const { items } = await eventually(issues, ({ items: found }) => found[0]?.occurrences === 6);
    expect(items).toMatchObject([{ occurrences: 6 }]);
    for (const { flow, runs } of await ranPage("from-issue-to-fix")) {
      const metrics = runs.map((run) => [run.name, checksOf(run)]);
      if (flow === "as-it-is-yaml") expect(metrics).toEqual([[flow, { model_refusal: [0, 6] }]]);
      else if (flow === "with-the-change-yaml") expect(metrics).toEqual([[flow, { model_refusal: [6, 0] }]]);
      else {
        expect([flow, ...metrics]).toEqual([
          flow,
          ["As it is", { model_refusal: [0, 6] }],
          ["With the change", { model_refusal: [6, 0] }],
        ]);
      }
    }
    // Runs never count as occurrences: the issue has only those of production.
    expect((await issues()).items).toMatchObject([{ occurrences: 6 }]);
    const sets = (await get("/scenario-sets?limit=200")) as {
      items: { name: string; rows: number; version: number }[];
    };
    // Both languages and both times have the same failing rows: they are one set, in one version.
    expect(sets.items.filter(({ name }) => name.startsWith("Still refused"))).toMatchObject([{ rows: 6, version: 1 }]);
    const set = sets.items.find(({ name }) => name === "Refused refunds") as { id: string } | undefined;
    expect(JSON.stringify(await get(`/scenario-sets/${set?.id}/rows`))).not.toContain("@example.com");
  });

  test("the YAML that gaffe init writes runs, and its metrics decide", async () => {
    const workFolder = join(folder.path, "begun");
    mkdirSync(workFolder);
    const env = { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url, OPENAI_API_KEY: "sk-provider" };
    const gaffe = (args: readonly string[]) => gaffeCommand(args, { cwd: workFolder, env });
    expect(await gaffe(["init", "--language", "yaml"])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Wrote .gaffe/config.yml, .gaffe/flows/example.yml, .gaffe/flows/example.jsonl."),
    });
    const file = join(workFolder, ".gaffe/flows/example.yml");
    const text = readFileSync(file, "utf8").replace("openai/gpt-4o-mini", "shop/small").replace("{ openai:", "{ shop:");
    writeFileSync(file, text);
    const wrong = await gaffe(["run", "-f", "example"]);
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      "gaffe: the flow example failed: accuracy is 0, less than 0.75\n",
    ]);
    expect(wrong.stdout).toContain("  accuracy is 0, less than 0.75\n");
    writeFileSync(file, text.replace("accuracy: 0.75", "accuracy: 0"));
    const right = await gaffe(["run"]);
    expect([right.status, right.stderr]).toEqual([0, ""]);
    expect(right.stdout).toContain("example: finished, 4 rows\n    accuracy 0 · ");
  });
});
