import { readFileSync } from "node:fs";
import { z } from "zod";
import { agreementOf } from "../../src/domain/agreement.ts";
import type { Datapoint } from "../../src/domain/datapoint.ts";
import { globalProject } from "../../src/domain/ids.ts";
import type { JudgeModel } from "../../src/domain/judge.ts";
import { judgeSample } from "../../src/domain/judge-sample.ts";
import { createJudgeExecutor } from "../../src/judges/executor.ts";
import { judgeChecks } from "../../src/judges/index.ts";
import { createWayOut } from "../../src/judges/way-out.ts";
import { createAddressGuard } from "../../src/lib/address.ts";

const Rows = z.array(z.object({ text: z.string(), label: z.boolean().nullable() }));

/** What people have labelled here, and the judge check that says the same of it. */
const sets = [
  { check: "refusal_judged", file: "refusal.json", place: "output" },
  { check: "prompt_injection_attempt", file: "injection.json", place: "input" },
] as const;

interface Options {
  readonly model: JudgeModel;
  readonly key: string;
  /** Rows of each set. */
  readonly limit: number;
  /** Each row is judged this often. */
  readonly repeats: number;
}

/** How a judge agrees with people and with itself, per check. */
export async function validateJudges({ model, key, limit, repeats }: Options) {
  let costUsd = 0;
  await using wayOut = createWayOut({
    judges: { key: () => Promise.resolve(key) },
    spend: {
      reserve: () => Promise.resolve(true),
      settle: (_judge, _day, _reserved, usd) => Promise.resolve(void (costUsd += usd)),
      skip: () => Promise.resolve(),
      spent: () => Promise.resolve({ usd: 0, calls: 0, skipped: 0 }),
    },
    guard: createAddressGuard(["0.0.0.0/0", "::/0"]),
    now: Date.now,
  });
  const { judgeNow } = createJudgeExecutor({
    find: ({ check }) => Promise.resolve(judgeChecks.get(check)),
    judges: { list: () => Promise.resolve([model]) },
    spend: { skip: () => Promise.resolve() },
    wayOut,
    now: Date.now,
  });
  const reports = [];
  for (const { check: name, file, place } of sets) {
    const check = judgeChecks.get(name);
    if (!check) throw new Error(`no check ${name}`);
    const rows = Rows.parse(
      JSON.parse(readFileSync(new URL(`../../test/fixtures/checks/labelled/${file}`, import.meta.url), "utf8")),
    )
      .filter(({ label }) => label !== null)
      .slice(0, limit);
    const said: { label: boolean; verdicts: boolean[] }[] = [];
    let undecided = 0;
    for (const { text, label } of rows) {
      const verdicts: boolean[] = [];
      for (let round = 0; round < repeats; round++) {
        const { outcome } = await judgeNow(globalProject, check, {
          datapoint: datapointWith(text, place),
          options: {},
        });
        if (outcome.kind === "passed" || outcome.kind === "failed") verdicts.push(outcome.value === true);
        else undecided++;
      }
      said.push({ label: label === true, verdicts });
    }
    const first = said.flatMap(({ label, verdicts: [one] }) => (one === undefined ? [] : [[label, one] as const]));
    const again = said.flatMap(({ verdicts: [one, ...rest] }) =>
      one === undefined ? [] : rest.map((two) => [one, two] as const),
    );
    reports.push({
      check: name,
      version: check.version,
      withPeople: agreementOf(first),
      withItself: agreementOf(again),
      undecided,
    });
  }
  return { model: model.model, costUsd, reports };
}

function datapointWith(text: string, place: "input" | "output"): Datapoint {
  const sample = judgeSample.datapoint(globalProject, 0);
  const said = { role: place === "input" ? "user" : "assistant", parts: [{ type: "text", text }] } as const;
  return place === "input" ? { ...sample, input: [said] } : { ...sample, input: [], output: [said] };
}
