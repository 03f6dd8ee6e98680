/**
 * A failure means that anybody who can write a question, an answer or a passage can stall ingestion: the named check does
 * not come to an end on the named text, although the text is of ordinary length. Repair the pattern or the loop (look
 * for adjacent quantifiers that match the same characters, quantifiers after a repeated prefix, pairs of all with all),
 * then run `npm run measure-checks`, whose figures the second half of this file holds against bounds.
 */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { costBounds, costOf, growthAtMost } from "../../scripts/hostile-cost.ts";
import { codeChecks } from "../../src/checks/library/index.ts";
import { ownTexts } from "./support/check-cases.ts";
import { hostileTexts } from "./support/check-texts.ts";
import type { CheckThreadData } from "./support/check-thread.ts";

const checks = [...codeChecks.values()];
/** CPU time of the process, not time on the clock. Ten times what the slowest check takes. */
const killAfterMs = 6000;

const cpuMs = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

/** Evaluates checks from one on; returns the check and text on which the thread had to be killed, if any. */
async function evaluateFrom(fromCheck: number): Promise<{ readonly check: number; readonly text: number } | undefined> {
  const place = new Int32Array(new SharedArrayBuffer(8));
  const workerData: CheckThreadData = { place, fromCheck };
  const thread = new Worker(new URL("support/check-thread.ts", import.meta.url), { workerData });
  const ended = new Promise<undefined>((resolve, reject) => {
    thread.once("error", reject).once("exit", () => resolve(undefined));
  });
  const stalled = new Promise<{ check: number; text: number }>((resolve) => {
    let [before, since] = ["", cpuMs()];
    const timer = setInterval(() => {
      if (before !== place.join()) [before, since] = [place.join(), cpuMs()];
      else if (cpuMs() - since > killAfterMs) resolve({ check: place[0] ?? 0, text: place[1] ?? 0 });
    }, 100);
    thread.once("exit", () => clearInterval(timer));
  });
  const outcome = await Promise.race([ended, stalled]);
  await thread.terminate();
  return outcome;
}

test("every check comes to an end on every hostile text, with its default options and those of its examples", async () => {
  const stalled: string[] = [];
  for (let from = 0; from <= checks.length; ) {
    const at = await evaluateFrom(from);
    if (!at) break;
    const check = checks[at.check];
    const texts = [...hostileTexts.keys(), ...(check ? ownTexts(check).keys() : [])];
    stalled.push(`${check?.name ?? "what judges look for in answers"}: ${texts[at.text]}`);
    from = at.check + 1;
  }
  expect(stalled).toEqual([]);
  // A minute of CPU, which may take long on a busy machine.
}, 1_800_000);

test.each(checks)("$name has a bounded cost on hostile texts (npm run measure-checks)", ({ name, costClass }) => {
  const cost = costOf(name);
  expect(cost?.nanoseconds).toBeLessThanOrEqual(costBounds[costClass]);
  expect(cost?.growth ?? 0).toBeLessThanOrEqual(growthAtMost);
});
