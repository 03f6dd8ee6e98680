import { expect, test } from "vitest";
import { whyNotApplicable } from "../../../src/checks/applicability.ts";
import type { CodeCheck } from "../../../src/checks/check.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import { dialog } from "../../support/data/datapoints.ts";

/** Unterminated beginnings of what patterns match, the worst case of a backtracking pattern. */
const seeds = [
  "a ",
  "\n",
  "([{<",
  "{{",
  "[x](",
  "../",
  "Authorization: Bearer ",
  "| a ",
  "{{1*",
  '"a":',
  "&amp;",
  "nc -e ",
];

/** Returns milliseconds of this process's CPU time, the better of two runs, so that other load does not matter. */
function cpuMs(check: CodeCheck, seed: string, length: number): number {
  const text = seed.repeat(Math.ceil(length / seed.length));
  const tool = { name: "a_b", description: text };
  const datapoint = dialog({
    system: text,
    input: text,
    output: text,
    tools: [tool],
    calls: [{ name: "t", arguments: { text } }],
  });
  const options: unknown = check.options.parse({});
  const runs = [0, 1].map(() => {
    const subject = subjectOf(datapoint, { name: "t", parameter_definitions: {} });
    const from = process.cpuUsage();
    if (whyNotApplicable(check, subject) === undefined) check.evaluate(subject, options);
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000;
  });
  return Math.min(...runs);
}

// Four times the text may cost four times as much. Quadratic growth costs sixteen times, which is
// measurable at this length.
test.each([...codeChecks.values()].filter(({ costClass }) => costClass !== "expensive"))(
  "$name is linear in the length of hostile texts",
  (check) => {
    const slow = seeds.flatMap((seed) => {
      let report = "";
      // Quadratic growth repeats in every attempt; a temporarily slow processor does not.
      for (let attempt = 0; attempt < 3; attempt++) {
        const large = cpuMs(check, seed, 64_000);
        if (large < 200) return [];
        const ratio = large / Math.max(1, cpuMs(check, seed, 16_000));
        if (ratio <= 9) return [];
        report = `${JSON.stringify(seed)}: ${large} ms, ${ratio.toFixed(1)} times`;
      }
      return [report];
    });
    expect(slow).toEqual([]);
  },
);
