import { readFileSync } from "node:fs";
import { z } from "zod";
import { createJudgeExecutor } from "../../src/checks/judges/executor.ts";
import { createJudgeGate } from "../../src/checks/judges/gate.ts";
import { judgeChecks } from "../../src/checks/judges/index.ts";
import type { JudgeCheck, JudgeModel } from "../../src/checks/judges/judge.ts";
import { createJudgeClient } from "../../src/checks/judges/judge-client.ts";
import { judgeSample } from "../../src/checks/judges/judge-sample.ts";
import { agreementOf } from "../../src/checks/verdicts/agreement.ts";
import type { Datapoint } from "../../src/datapoints/datapoint.ts";
import { createAddressGuard } from "../../src/platform/http/address.ts";
import { globalProject } from "../../src/platform/ids.ts";
import type { Json } from "../../src/platform/json/json.ts";
import { type JudgedCase, judgedCases } from "../../test/checks/support/judged-cases.ts";
import { rawJudgedRows } from "./judged-data.ts";

const Rows = z.array(z.object({ text: z.string(), label: z.boolean().nullable() }));

/** Labeled sets of this repository, with the judge check that decides the same question. */
const sets = [
  { check: "refusal_judged", file: "refusal.json", side: "output" },
  { check: "prompt_injection_attempt", file: "injection.json", side: "input" },
] as const;

interface Options {
  readonly model: JudgeModel;
  readonly key: string;
  /** Rows of each set. */
  readonly limit: number;
  /** Number of times that each row is judged. */
  readonly repeats: number;
  /** Judge checks whose own cases are also judged. */
  readonly checks?: readonly string[];
  /** Folder of raw sets (see `rawJudgedRows`), which are also judged. */
  readonly data?: string;
}

/** Measures how a judge agrees with people and with itself, per check. */
export async function validateJudges({ model, key, limit, repeats, checks = [], data }: Options) {
  let costUsd = 0;
  await using judgeClient = createJudgeClient({
    judges: { key: () => Promise.resolve(key) },
    gate: createJudgeGate({
      spend: {
        reserve: () => Promise.resolve(true),
        settle: (_judge, _day, _reserved, usd) => Promise.resolve(void (costUsd += usd)),
      },
      now: Date.now,
    }),
    guard: createAddressGuard(["0.0.0.0/0", "::/0"]),
  });
  const { judgeNow } = createJudgeExecutor({
    find: ({ check }) => Promise.resolve(judgeChecks.get(check)),
    judges: { list: () => Promise.resolve([model]) },
    spend: { skip: () => Promise.resolve() },
    judgeClient,
    now: Date.now,
  });
  const reports: Report[] = [];
  const raw = data === undefined ? [] : rawSets(data, limit);
  for (const { check, rows } of [...labelledSets(limit), ...raw, ...casesOf(checks)])
    reports.push(await measured(check, rows));
  return { model: model.model, costUsd, reports };

  async function measured(check: JudgeCheck, rows: readonly Row[]): Promise<Report> {
    const results: { passes: boolean; verdicts: boolean[] }[] = [];
    let undecided = 0;
    for (const { passes, datapoint, options = {}, expected } of rows) {
      const verdicts: boolean[] = [];
      for (let round = 0; round < repeats; round++) {
        const given = { datapoint, options, ...(expected === undefined ? {} : { expected }) };
        const { outcome } = await judgeNow(globalProject, check, given);
        if (outcome.kind === "passed" || outcome.kind === "failed") verdicts.push(outcome.kind === "passed");
        else undecided++;
      }
      results.push({ passes, verdicts });
    }
    const first = results.flatMap(({ passes, verdicts: [one] }) => (one === undefined ? [] : [[passes, one] as const]));
    const again = results.flatMap(({ verdicts: [one, ...rest] }) =>
      one === undefined ? [] : rest.map((two) => [one, two] as const),
    );
    const { name, version } = check;
    return { check: name, version, withPeople: agreementOf(first), withItself: agreementOf(again), undecided };
  }
}

interface Report {
  readonly check: string;
  readonly version: number;
  readonly withPeople: ReturnType<typeof agreementOf>;
  readonly withItself: ReturnType<typeof agreementOf>;
  readonly undecided: number;
}

interface Row {
  /** Whether it passes by the label. */
  readonly passes: boolean;
  readonly datapoint: Datapoint;
  readonly options?: JudgedCase["options"];
  readonly expected?: Json;
}

interface LabelledSet {
  readonly check: JudgeCheck;
  readonly rows: readonly Row[];
}

function rawSets(folder: string, limit: number): readonly LabelledSet[] {
  const byCheck = Map.groupBy(rawJudgedRows(folder, limit), ({ check }) => check);
  return [...byCheck].map(([check, rows]) => ({ check: judgeCheckNamed(check), rows }));
}

function labelledSets(limit: number): readonly LabelledSet[] {
  return sets.map(({ check, file, side }) => {
    const path = new URL(`../../test/fixtures/checks/labeled/${file}`, import.meta.url);
    const rows = Rows.parse(JSON.parse(readFileSync(path, "utf8"))).filter(({ label }) => label !== null);
    return {
      check: judgeCheckNamed(check),
      rows: rows.slice(0, limit).map(({ text, label }) => ({
        // Both checks are named after a defect, so a positive label fails.
        passes: label !== true,
        datapoint: datapointWith(text, side),
      })),
    };
  });
}

/** Returns the labeled cases of each check, a handful per check. */
function casesOf(checks: readonly string[]): readonly LabelledSet[] {
  return checks.map((name) => ({
    check: judgeCheckNamed(name),
    rows: judgedCases
      .filter(({ check, label }) => check === name && label !== "skipped")
      .map(({ label, ...rest }) => ({ ...rest, passes: label === "passed" })),
  }));
}

function judgeCheckNamed(name: string): JudgeCheck {
  const check = judgeChecks.get(name);
  if (!check) throw new Error(`no judge check is named ${name}`);
  return check;
}

function datapointWith(text: string, side: "input" | "output"): Datapoint {
  const sample = judgeSample.datapoint(globalProject, 0);
  const message = { role: side === "input" ? "user" : "assistant", parts: [{ type: "text", text }] } as const;
  return side === "input" ? { ...sample, input: [message] } : { ...sample, input: [], output: [message] };
}
