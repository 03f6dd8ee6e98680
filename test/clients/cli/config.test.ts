import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../../cli/src/config.ts";
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
  expect(() => read(flow, {})).toThrow(/config\.yml:7: the environment variable OPENAI_API_KEY is not set/);
});

test.each([
  [
    "run:\n  flows:\n    file-pattern: '*.ts'\n",
    /config\.yml:3: file-pattern isn't a regular expression: .* Write it as/,
  ],
  [`${flow}        at-least: { accuracy: high }\n`, /config\.yml:9: at-least maps metrics to numbers/],
  [
    `${flow}        at-leats: { accuracy: 1 }\n`,
    /config\.yml:9: there is no setting at-leats here: did you mean at-least\?/,
  ],
])("a mistake is reported with its line: %j", (text, message) => {
  expect(() => read(text, { OPENAI_API_KEY: "sk-1" })).toThrow(message);
});

test("a field that the service rejects is reported with its line", () => {
  const [found] = read(flow, { OPENAI_API_KEY: "sk-1" }).configs;
  const fields = ["checks.0.check", "scenarioId", "apiKeys.openai", "simulation.driver", "nothing"];
  const lines = fields.map((field) => found?.positionOf(field).split(":").at(-1));
  expect(lines).toEqual(["8", "5", "7", "4", "4"]);
});
