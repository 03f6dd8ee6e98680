import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Gaffe } from "../../../sdk/typescript/src/index.ts";
import { ran } from "../../support/service/command.ts";
import { temporaryFolder } from "../../support/service/folder.ts";
import { type Service, startService } from "../../support/service/service.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = temporaryFolder();
let service: Service;
beforeAll(async () => {
  service = await startService({ folder: join(folder.path, "data") });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("the program of the SDK's page is one test for the run and one for each row, and shows what is wrong", async () => {
  const gaffe = new Gaffe({ apiKey: service.token, baseUrl: service.url });
  const seedData = [{ input: '{"order": 17}' }, { input: "not JSON", result: "{}" }];
  await gaffe.createScenarioSet({ name: "Orders", seedData });
  const page = readFileSync(join(root, "sdk/typescript/README.md"), "utf8");
  const [, program = ""] = /## In vitest[\s\S]*?^```ts\n([\s\S]*?)^```/m.exec(page) ?? [];
  writeFileSync(join(folder.path, "orders.test.ts"), program);
  const alias = {
    "@gaffe/sdk/vitest": join(root, "sdk/typescript/src/vitest.ts"),
    "@gaffe/sdk": join(root, "sdk/typescript/src/index.ts"),
  };
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  writeFileSync(join(folder.path, "vitest.config.ts"), `export default ${JSON.stringify({ resolve: { alias } })}`);
  const { status, stdout, stderr } = await ran("npx", ["vitest", "run", "--no-color"], {
    cwd: folder.path,
    env: { GAFFE_TOKEN: service.token, GAFFE_ENDPOINT: service.url },
  });
  const output = stdout + stderr;
  expect(output).toContain("2 failed");
  expect(output).toContain("1 passed");
  expect(status).toBe(1);
  expect(output).toContain("orders.test.ts > row 2: not JSON");
  for (const line of ["row 2: not JSON did not pass:", "input:    not JSON", "output:   not JSON", "expected: {}"])
    expect(output).toContain(line);
  expect(output).toMatch(/ {2}is_json failed: \S+/);
});
