import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../../cli/src/config.ts";
import { temporaryFolder } from "../../support/folder.ts";

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

test("a flow brings the keys of its run from the environment, and says which one is not set", () => {
  expect(read(flow, { OPENAI_API_KEY: "sk-1" }).configs).toMatchObject([
    { name: "answers", model: "Shop prompt", apiKeys: { openai: "sk-1" } },
  ]);
  expect(() => read(flow, {})).toThrow(/config\.yml:7: the environment variable OPENAI_API_KEY is not set/);
});
