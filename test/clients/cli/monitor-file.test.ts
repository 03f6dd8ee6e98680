import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readMonitorFile } from "../../../cli/src/monitors/file.ts";
import { planOf } from "../../../cli/src/monitors/plan.ts";
import type { Monitor, NewMonitor } from "../../../packages/api-client/src/api.ts";
import { monitorFileSchema } from "../../../src/monitors/contract/monitor-file.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const file = join(folder.path, "m.yml");
const mistakesOf = (text: string): readonly string[] => {
  writeFileSync(file, text);
  try {
    readMonitorFile(file);
    return [];
  } catch (thrown) {
    return (thrown as Error).message.split("\n").map((line) => line.replace(`${file}:`, ""));
  }
};

test("the published schema is that of the API: npm run cli:schemas writes it", () => {
  const published = resolve(import.meta.dirname, "../../../cli/schemas/monitors.schema.json");
  expect(JSON.parse(readFileSync(published, "utf8"))).toEqual(JSON.parse(monitorFileSchema()));
});

const head = 'monitors:\n  - name: a\n    condition: ""\n';
test.each([
  ["monitor: []", ["1:1: the file lacks monitors", "1:1: there is no field monitor here: did you mean monitors?"]],
  ["monitors: [", [expect.stringMatching(/^1:12: /)]],
  [`${head}    checks: []`, ["4:5: checks must NOT have fewer than 1 items"]],
  [`${head}    checks: [is_json]\n    enbled: true`, ["5:5: there is no field enbled here: did you mean enabled?"]],
  [
    `${head}    checks:\n      - is_json\n      - { chek: is_json }`,
    ["6:9: this lacks check", "6:11: there is no field chek here: did you mean check?"],
  ],
  [`${head}    checks: [3]`, [expect.stringMatching(/^4:14: this must be /)]],
  [
    `${head}    checks: [is_json]\n    threshold:\n      kind: cuont`,
    expect.arrayContaining(["6:7: kind must be one of count, rate: did you mean count?"]),
  ],
  [
    `${head}    checks: [is_json]\n    notifications:\n      - channel: email\n        on: [outage]\n        cadence: immediate`,
    ["7:14: this must be one of behavior, error"],
  ],
  [
    `${head}    checks: [is_json]\n  - name: a\n    condition: ""\n    checks: [is_json]`,
    ["5:5: a monitor named a is declared above: each monitor needs its own name"],
  ],
] as const)("in %j the mistakes are reported with their lines and columns", (text, expected) => {
  expect(mistakesOf(text)).toEqual(expected);
});

describe("the planned steps", () => {
  const stored: Monitor = {
    id: "m1",
    name: "a",
    revision: 3,
    createdAt: "2026-06-01T12:00:00.000Z",
    updatedAt: "2026-06-01T12:00:00.000Z",
    enabled: true,
    condition: "input:x",
    sampleRate: 1,
    checks: [{ check: "is_json", options: {} }],
    notifications: [],
    threshold: { withinMinutes: 5, kind: "rate", share: 0.5, minDatapoints: 20 },
  };
  const declared: NewMonitor = {
    name: "a",
    condition: "input:x",
    checks: [{ check: "is_json", options: {} }],
    threshold: { kind: "rate", share: 0.5, withinMinutes: 5 },
  };

  test("nothing where only the order of keys and what the service adds differ", () => {
    expect(planOf([declared], [stored], { prune: true })).toMatchObject([{ action: "keep" }]);
  });
  test("a field that the file leaves out goes back to its default", () => {
    const { threshold: _, ...rest } = declared;
    expect(planOf([rest], [{ ...stored, sampleRate: 0.5 }], { prune: false })).toMatchObject([
      {
        action: "change",
        fields: [
          { field: "sampleRate", before: 0.5, after: 1 },
          { field: "threshold", after: null },
        ],
      },
    ]);
  });
  test("others stay, unless they are to go", () => {
    expect(planOf([], [stored], { prune: false })).toEqual([]);
    expect(planOf([], [stored], { prune: true })).toMatchObject([{ action: "delete", name: "a" }]);
  });
});
