import { describe, expect, test } from "vitest";
import { whyNotApplicable } from "../../../src/checks/applicability.ts";
import { createJudgeExecutor } from "../../../src/checks/judges/executor.ts";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import type { JudgeCheck } from "../../../src/checks/judges/judge.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { createEvaluateCode } from "../../../src/checks/stages/check.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { answerTo, type Decide, read } from "../../support/providers/fake-judge.ts";
import { aJudge } from "../../support/providers/judge-models.ts";
import { type JudgedCase, judgedCases } from "../support/judged-cases.ts";
import { judgeByLabel } from "../support/labeled-judge.ts";

const byCheck = Map.groupBy(judgedCases, ({ check }) => check);
const evaluateCode = createEvaluateCode(codeChecks);

/** Evaluates a case as the service does: first without a judge, and else with a judge that decides as given. */
async function verdictOf(check: JudgeCheck, { datapoint, options, expected }: JudgedCase, decide: Decide) {
  const questions: ReturnType<typeof read>[] = [];
  const complete = () => (_: unknown, question: Parameters<typeof answerTo>[0]) => {
    if (question.embed) return Promise.resolve(vectorsFor(question.embed.texts.length, decide(check.name, nobody)));
    questions.push(read(question));
    return Promise.resolve({ text: answerTo(question, decide), tokens: {}, isCut: false });
  };
  const { judgeNow } = createJudgeExecutor({
    find: ({ check: name }) => Promise.resolve(judgeChecks.get(name)),
    judges: { list: () => Promise.resolve([aJudge()]) },
    spend: { skip: () => Promise.resolve() },
    judgeClient: { complete, [Symbol.asyncDispose]: () => Promise.resolve() },
    now: () => 0,
  });
  const subject = subjectOf(datapoint, expected);
  const reason = whyNotApplicable(check, subject) ?? check.gate?.(subject, evaluateCode);
  if (reason !== undefined) return { outcome: { kind: "skipped" as const, reason }, questions };
  const given = { datapoint, options, ...(expected === undefined ? {} : { expected }) };
  return { outcome: (await judgeNow(globalProject, check, given)).outcome, questions };
}

const nobody = { checks: [], blocks: new Map(), seal: "" };

/** Vectors that are equal or orthogonal. */
const vectorsFor = (count: number, alike: unknown) => ({
  text: "",
  tokens: {},
  isCut: false,
  vectors: Array.from({ length: count }, (_, index) => (index === 0 || alike === true ? [3, 4] : [-4, 3])),
});

describe.each([...judgeChecks.values()])("$name", (check) => {
  const given = byCheck.get(check.name) ?? [];

  test("has cases that pass, fail, are skipped and are not English", () => {
    const count = (label: string) => given.filter((one) => one.label === label).length;
    expect(count("passed")).toBeGreaterThanOrEqual(3);
    expect(count("failed")).toBeGreaterThanOrEqual(3);
    expect(count("skipped")).toBeGreaterThanOrEqual(1);
    expect(given.some(({ language, label }) => language !== undefined && label !== "skipped")).toBe(true);
  });

  test("comes to the verdict of a judge that agrees with people, and shows what it quotes", async () => {
    for (const [index, one] of given.entries()) {
      const { outcome, questions } = await verdictOf(check, one, judgeByLabel(check, one));
      expect([index, outcome]).toMatchObject([index, { kind: one.label }]);
      if (one.label === "skipped") continue;
      const texts = questions.flatMap(({ blocks }) => [...blocks.values()]).join("\n");
      for (const quote of one.quotes) expect(texts).toContain(quote);
    }
  });

  test("comes to the other verdict when the judge is of the other opinion", async () => {
    for (const [index, one] of given.entries()) {
      if (one.label === "skipped") continue;
      const label = one.label === "passed" ? "failed" : "passed";
      const quotes = [one.quotes[0] ?? wordsOf(one)];
      const { outcome } = await verdictOf(check, one, judgeByLabel(check, { ...one, label, quotes }));
      // A claim labeled as supported needs a quote from the context; here it has none.
      const isUnquoted = check.rubric.answer.kind === "items" && check.rubric.answer.quoted !== undefined;
      expect([index, outcome]).toMatchObject([index, { kind: isUnquoted && label === "passed" ? "failed" : label }]);
    }
  });
});

test("every case belongs to a judge check", () => {
  expect([...byCheck.keys()].filter((name) => !judgeChecks.has(name))).toEqual([]);
});

/** Returns a few words that occur in a conversation. */
function wordsOf({ datapoint, check }: JudgedCase): string {
  const subject = subjectOf(datapoint);
  const fields = judgeChecks.get(check)?.rubric.fields ?? [];
  const targets = (["output", "input", "conversation"] as const).filter((one) => fields.includes(one));
  const texts = [...targets.map((target) => subject.text(target).text), subject.systemPrompt];
  const lines = (texts.find((text) => text !== "") ?? "").split("\n");
  return lines.reduce((longest, line) => (line.length > longest.length ? line : longest), "");
}
