import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../../cli/src/config.ts";
import { yamlFlow } from "../../../cli/src/templates/yaml-flow.ts";
import { flowFileSchema } from "../../../src/testing/contract/flow-file.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

const flow = `run:
  flows:
    configs:
      - name: answers
        scenario: Questions
        model: Shop prompt
        api-keys: { openai: "\${OPENAI_API_KEY}" }
        checks: [coherence]
`;

function read(text: string, environment: NodeJS.ProcessEnv) {
  using folder = temporaryFolder();
  const file = join(folder.path, "config.yml");
  writeFileSync(file, text);
  return readConfig(environment, file);
}

test("a flow reads the keys of its run from the environment, and names a variable that is not set", () => {
  expect(read(flow, { OPENAI_API_KEY: "sk-1" }).configs).toMatchObject([
    { name: "answers", model: "Shop prompt", apiKeys: { openai: "sk-1" } },
  ]);
  expect(() => read(flow, {})).toThrow(/config\.yml:7:19: the environment variable OPENAI_API_KEY is not set/);
});

test.each([
  [
    "run:\n  flows:\n    file-pattern: '*.ts'\n",
    /config\.yml:3:19: file-pattern isn't a regular expression: .* Write it as/,
  ],
  [`${flow}        at-least: { accuracy: high }\n`, /config\.yml:9:19: at-least maps metrics to numbers/],
  [
    `${flow}        at-leats: { accuracy: 1 }\n`,
    /config\.yml:9:9: there is no setting at-leats here: did you mean at-least\?/,
  ],
])("a mistake is reported with its line and column: %j", (text, message) => {
  expect(() => read(text, { OPENAI_API_KEY: "sk-1" })).toThrow(message);
});

test("a field that the service rejects is reported with its line", () => {
  const [found] = read(flow, { OPENAI_API_KEY: "sk-1" }).configs;
  const fields = ["checks.0.check", "scenarioId", "apiKeys.openai", "simulation.driver", "nothing"];
  const lines = fields.map((field) => found?.positionOf(field).split(":").slice(-2).join(":"));
  expect(lines).toEqual(["8:18", "5:9", "7:21", "4:9", "4:9"]);
});

const mistaken = `language: ruby
run:
  flows:
    configs:
      - name: answers
        scenario: Questions
        rows: [{ inptu: a }, { input: b, checks: is_json }]
        model: Shop prompt
        matrix: { modle: [a], temperature: 0 }
        concurrency: many
        api-keys: { openai: "\${OPENAI_API_KEY}" }
      - model: x
        collect: { q: a }
`;

test("all mistakes of a file are reported together, in the order of the file", () => {
  expect(() => read(mistaken, {})).toThrow(
    new RegExp(
      [
        "config.yml:1:11: language must be typescript or python, not ruby",
        "config.yml:7:15: give one of scenario, rows",
        "config.yml:7:16: this row lacks input",
        "config.yml:7:18: there is no setting inptu here: did you mean input\\?",
        "config.yml:7:50: checks must be a list, such as \\[is_json\\]",
        "config.yml:9:19: a matrix cannot vary modle: did you mean model\\?",
        "config.yml:9:44: temperature must be a list of values",
        "config.yml:10:22: concurrency must be a whole number from 1 on, not many",
        "config.yml:11:19: the environment variable OPENAI_API_KEY is not set: export OPENAI_API_KEY=…",
        "config.yml:12:9: this flow lacks name",
        "config.yml:12:9: this flow lacks scenario",
        "config.yml:13:18: collect goes with scenario, the name of the set",
      ].join("\n.*"),
    ),
  );
});

test("so are mistakes of nested settings, which have the names of the API", () => {
  const nested = `${flow}        definition:
          type: generation
          modle: shop/small
          temperature: warm
          dialogTemplate: [{ role: usr, content: a }]
        simulation: { maxTurns: 0, firstTurn: driver }
        repeats: 0
`.replace("[coherence]", "[coherence, { chek: is_json }]");
  const lines = (() => {
    try {
      return [read(nested, { OPENAI_API_KEY: "sk-1" })];
    } catch (thrown) {
      return (thrown as Error).message.split("\n").map((line) => line.replace(/^.*config\.yml:/, ""));
    }
  })();
  expect(lines).toEqual([
    "8:29: this lacks check",
    "8:31: there is no field chek here: did you mean check?",
    "11:11: there is no field modle here: did you mean model?",
    "12:11: temperature must be number",
    "13:30: role must be one of system, user, assistant",
    "14:9: simulation lacks driver",
    "14:23: maxTurns must be >= 1",
    "15:18: repeats must be a whole number from 1 on, not 0",
  ]);
});

test("the published schema of a flow is that of the API: npm run cli:schemas writes it", () => {
  const published = resolve(import.meta.dirname, "../../../cli/schemas/flow.schema.json");
  expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(JSON.parse(flowFileSchema()));
});

test("the flows of the docs and of gaffe init satisfy the published schema", () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(flowFileSchema()) as object,
  );
  const pages = [
    "classification",
    "conversation",
    "from-issue-to-fix",
    "function-calls",
    "retrieval",
    "text-generation",
  ];
  const flows: unknown[] = pages.flatMap((page) => {
    const text = readFileSync(resolve(import.meta.dirname, `../../../docs/flows/${page}.md`), "utf8");
    return Array.from(text.matchAll(/^```yaml[^\n]*\n([\s\S]*?)^```$/gm), ([, block = ""]) => block).flatMap(
      (block) => (parse(block) as { run: { flows: { configs: unknown[] } } }).run.flows.configs,
    );
  });
  expect(flows.length).toBeGreaterThan(5);
  const guide = readFileSync(resolve(import.meta.dirname, "../../../docs/testing.md"), "utf8");
  const [, example = ""] = /^```yaml \S+\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  expect(example).toContain("matrix:");
  flows.push(parse(example));
  expect(
    read(`run:\n  flows:\n    configs:\n      - name: intents\n${example.replaceAll(/^/gm, "        ")}\n`, {}).configs,
  ).toHaveLength(4);
  for (const each of [...flows, parse(yamlFlow)]) expect([validate(each), validate.errors]).toEqual([true, null]);
});

test("mistakes of the syntax are reported together as well", () => {
  expect(() => read("a: [\nb: }\n", {})).toThrow(/config\.yml:2:\d+: .*\n.*config\.yml:/);
});

test("a matrix is a flow for each combination, with short values in the names; the rows are one set", () => {
  const { configs } = read(
    `run:
  flows:
    configs:
      - name: intents
        rows: [{ input: a, result: b }, { input: { text: c }, checks: [is_json] }]
        model: Prompt
        definition: { temperature: 0 }
        matrix:
          model: [shop/small, shop/large]
          systemPromptTemplate:
            - "Answer with one word, and nothing else, whatever the customer says."
            - Be brief.
`,
    {},
  );
  expect(configs.map(({ name, model }) => [name, model])).toEqual(
    [
      "shop/small, systemPromptTemplate 1",
      "shop/small, Be brief.",
      "shop/large, systemPromptTemplate 1",
      "shop/large, Be brief.",
    ].map((label) => [`intents (${label})`, `Prompt (${label})`]),
  );
  expect(configs[1]).toMatchObject({
    flow: "intents",
    rows: [{ input: "a", result: "b" }, { input: { text: "c" } }],
    rowChecks: [{ row: 1, checks: ["is_json"], position: expect.stringMatching(/config\.yml:5:41$/) as string }],
    definition: { type: "generation", model: "shop/small", temperature: 0, systemPromptTemplate: "Be brief." },
  });
});
