import { expect, test } from "vitest";
import type { TestRun } from "../../dashboards/app/src/platform/api/types.ts";
import { draftOf, runOf } from "../../dashboards/app/src/testing/runs/run-draft.ts";
import { runSnippets } from "../../dashboards/app/src/testing/runs/run-snippet.ts";

const plain = {
  name: "Nightly",
  scenarioId: "s",
  modelId: "m",
  type: "NL_GENERATION",
  repeats: 1,
  concurrency: 8,
} as const;

test("the program that is shown starts exactly the run that was chosen", () => {
  const { typescript, python } = runSnippets(
    {
      ...plain,
      type: "INFORMATION_RETRIEVAL",
      checks: [
        { check: "is_json", options: {} },
        { check: "contains_any", options: { phrases: ["a"], anyCase: true } },
      ],
      allowSkipped: ["is_json"],
      tags: ["nightly"],
      repeats: 2,
      concurrency: 16,
      atK: [1, 5],
    },
    "Search",
    "Questions",
  );
  expect(typescript).toContain(`await model.runTest({
  name: "Nightly",
  scenario: "Questions",
  type: TestRunType.INFORMATION_RETRIEVAL,
  checks: ["is_json",{"check":"contains_any","options":{"phrases":["a"],"anyCase":true}}],
  allowSkipped: ["is_json"],
  atK: [1,5],
  repeats: 2,
  concurrency: 16,
  tags: ["nightly"],
});`);
  expect(python).toContain(`model.run_test(
    "Nightly",
    "Questions",
    test_run_type=TestRunType.INFORMATION_RETRIEVAL,
    checks=["is_json", {"check": "contains_any", "options": {"phrases": ["a"], "anyCase": True}}],
    allow_skipped=["is_json"],
    at_k=[1, 5],
    repeats=2,
    concurrency=16,
    tags=["nightly"],
)`);
});

test("of a conversation it has the simulated user, and when it ends", () => {
  const driver = { promptTemplate: 'You are "Ann".', judge: "Mini", temperature: 0.6 };
  const stop = { phrase: "bye", check: { check: "task_completed", stopOn: false } };
  const simulation = { driver, firstTurn: "driver", maxTurns: 4, stop, checksAtEveryTurn: true } as const;
  const { typescript, python } = runSnippets({ ...plain, type: "MULTI_TURN", simulation }, "Assistant", "Customers");
  expect(typescript).toContain('"driver":{"judge":"Mini","promptTemplate":"You are \\"Ann\\".","temperature":0.6}');
  expect(typescript).toContain(
    '"stop":{"phrase":"bye","check":{"check":"task_completed","stopOn":false}},"checksAtEveryTurn":true',
  );
  expect(python).toContain("import Gaffe, CustomMultiturnTarget, Driver, Simulation, StopConfig, TestRunType");
  expect(python).toContain(`    simulation=Simulation(
        driver=Driver(judge="Mini", prompt_template="You are \\"Ann\\".", temperature=0.6),
        first_turn="driver",
        max_turns=4,
        stop_phrase="bye",
        checks_at_every_turn=True,
        stop_check=StopConfig(check_name="task_completed", stop_on=False),
    ),`);
});

test("a repeated run is requested with the same options", () => {
  const driver = { promptTemplate: "You are Ann.", model: "shop/driver", temperature: 0.2 };
  const stop = { phrase: "bye", check: { check: "task_completed", options: {}, stopOn: false } };
  const request = {
    name: "Nightly",
    type: "MULTI_TURN",
    tags: ["nightly", "branch:main"],
    repeats: 3,
    concurrency: 2,
    checks: [
      { check: "is_json", options: {} },
      { check: "contains_any", options: { phrases: ["a"] } },
    ],
    allowSkipped: ["is_json"],
    simulation: { driver, firstTurn: "target", maxTurns: 7, stop, checksAtEveryTurn: true },
  } as const;
  const { name, type } = request;
  const about = { name, scenarioId: "s", modelId: "m", type, checks: request.checks.map(({ check }) => check) };
  const draft = draftOf({ ...request, atK: [] } as unknown as TestRun);
  const again = runOf(draft, about);
  expect(again).toEqual({
    ...request,
    scenarioId: "s",
    modelId: "m",
    simulation: { ...request.simulation, stop: { phrase: "bye", check: { check: "task_completed", stopOn: false } } },
  });
  // A check that is no longer chosen is not named: the service refuses others than the run's.
  expect(runOf(draft, { ...about, checks: ["contains_any"] })).not.toHaveProperty("allowSkipped");
});
