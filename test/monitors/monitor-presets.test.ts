import { expect, test } from "vitest";
import { presets } from "../../dashboards/app/src/monitors/presets.ts";
import { judgeChecks } from "../../src/checks/judges/index.ts";
import { codeChecks } from "../../src/checks/library/index.ts";

test("the monitors that one may begin with name checks that there are", () => {
  const named = presets.flatMap(({ checks }) => checks);
  expect(named.filter((name) => !codeChecks.has(name) && !judgeChecks.has(name))).toEqual([]);
});
