import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { validateJudges } from "../../../scripts/validation/judged-sets.ts";
import { agreementOf } from "../../../src/checks/verdicts/agreement.ts";
import { answerTo, openFakeJudge } from "../../support/providers/fake-judge.ts";
import { aJudge } from "../../support/providers/judge-models.ts";
import { temporaryFolder } from "../../support/service/folder.ts";

test("agreement beyond chance is Cohen's kappa", () => {
  const times = (count: number, one: boolean, other: boolean) =>
    Array.from({ length: count }, () => [one, other] as const);
  const pairs = [
    ...times(20, true, true),
    ...times(5, true, false),
    ...times(10, false, true),
    ...times(15, false, false),
  ];
  expect(agreementOf(pairs)).toMatchObject({
    cases: 50,
    agreed: 35,
    share: 0.7,
    kappa: expect.closeTo(0.4, 5) as number,
  });
  expect(agreementOf([])).toEqual({ cases: 0, agreed: 0 });
});

test("a judge that answers no to everything agrees with itself, and with people by chance", async () => {
  await using judge = await openFakeJudge();
  judge.behave((question) =>
    answerTo(question, () => ({ applies: true, evidence: [], reasoning: "no", verdict: false })),
  );
  const { reports } = await validateJudges({ model: aJudge({ baseUrl: judge.url }), key: "k", limit: 10, repeats: 2 });
  expect(reports).toHaveLength(2);
  for (const { withItself, withPeople, undecided } of reports) {
    expect(withItself).toMatchObject({ cases: 10, share: 1 });
    expect(withPeople.cases).toBe(10);
    expect(undecided).toBe(0);
  }
});

test("the human labels of raw sets are compared with the judge's verdicts on their checks", async () => {
  using folder = temporaryFolder();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  put("hatecheck/test_suite_cases.csv", "id,test_case,label_gold\n1,BAD people,hateful\n2,fine,non-hateful\n");
  const answer = { user_query: "q", chatgpt_response: "a" };
  put("halueval/general_data.json", `${JSON.stringify({ ...answer, hallucination: "no" })}\n`);
  for (const set of [
    "Natural",
    "Adversarial/Neighbor",
    "Adversarial/GPTInst",
    "Adversarial/GPTOut",
    "Adversarial/Manual",
  ])
    put(`llmbar/${set}/dataset.json`, JSON.stringify([{ input: "q", output_1: "one", output_2: "two", label: 2 }]));
  await using judge = await openFakeJudge();
  const settings = { model: aJudge({ baseUrl: judge.url }), key: "k", limit: 3, repeats: 1, data: folder.path };
  const { reports } = await validateJudges(settings);
  expect(reports.slice(2)).toMatchObject([
    { check: "hazard_hate", withPeople: { cases: 2, share: 1 } },
    { check: "factual_accuracy", withPeople: { cases: 1 } },
    { check: "pairwise_preference", withPeople: { cases: 3 } },
  ]);
});

test("the cases of any check are labeled rows", async () => {
  await using judge = await openFakeJudge();
  judge.behave((question) =>
    answerTo(question, () => ({ applies: true, evidence: [], reasoning: "good", verdict: true })),
  );
  const checks = ["task_completed", "politeness"];
  const settings = { model: aJudge({ baseUrl: judge.url }), key: "k", limit: 0, repeats: 1, checks };
  const { reports } = await validateJudges(settings);
  expect(reports.slice(2)).toMatchObject(
    checks.map((check) => ({ check, undecided: 0, withPeople: { cases: 6, agreed: 3, share: 0.5, kappa: 0 } })),
  );
  await expect(validateJudges({ ...settings, checks: ["no_such_check"] })).rejects.toThrow("no_such_check");
});
