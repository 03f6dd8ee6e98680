import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/service/folder.ts";
import { startService } from "../../support/service/service.ts";
import { apiOf, eventually } from "../../support/service/service-api.ts";
import { sandboxesOf } from "../support/sandboxes.ts";

const refunds = {
  name: "promises_a_date",
  title: "Promises a date",
  severity: "critical",
  body: {
    kind: "code",
    source: `
      type Given = { output: string; metadata: Record<string, unknown> };
      export default ({ output }: Given) => {
        const found = /within (\\d+) days/.exec(output);
        return { value: found !== null, explanation: found ? "it names " + found[1] + " days" : "no date", evidence: found ? [found[0]] : [] };
      };`,
  },
  output: { type: "boolean", passWhen: false },
};

interface Verdict {
  readonly check: string;
  readonly state: string;
  readonly reason?: string;
}

interface Recorded {
  readonly items: readonly { readonly id: string }[];
}

const waiting = new Set(["queued", "running"]);

test("a custom check judges what comes in, and its finding is an issue", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const api = apiOf(service);
  await api.post("/checks", refunds);
  await api.post("/monitors", { name: "Dates", condition: "", checks: [{ check: "promises_a_date" }] });
  const call = (output: string) => ({ input: "Where is my refund?", output, requestModel: "gpt-5" });
  const record = async (...outputs: readonly string[]) =>
    ((await api.post("/datapoints", outputs.map(call))) as Recorded).items.map(({ id }) => id);
  const ids = await record("You get it within 5 days.", "It takes a while.");
  const verdictOf = async (index: number) => {
    const path = `/datapoints/${ids[index]}`;
    const shown = (await api.get(path).catch(() => undefined)) as { verdicts: readonly Verdict[] } | undefined;
    return shown?.verdicts.find(({ check }) => check === "promises_a_date");
  };
  const isOver = (verdict: Verdict | undefined) => verdict !== undefined && !waiting.has(verdict.state);
  expect(await eventually(() => verdictOf(0), isOver)).toMatchObject({
    state: "failed",
    value: true,
    explanation: "it names 5 days",
    evidence: [{ target: "output", text: "within 5 days" }],
  });
  expect(await eventually(() => verdictOf(1), isOver)).toMatchObject({ state: "passed", value: false });
  const issues = await eventually(
    async () => (await api.get("/issues")) as { items: readonly object[] },
    ({ items }) => items.length > 0,
  );
  expect(issues.items).toMatchObject([
    { check: "promises_a_date", severity: "critical", title: "Promises a date in Dates", occurrences: 1 },
  ]);

  // The sandbox process is killed from outside: the next call is evaluated regardless.
  const victims = sandboxesOf(service.child.pid ?? 0);
  expect(victims.length).toBeGreaterThan(0);
  for (const pid of victims) process.kill(pid, "SIGKILL");
  ids.push(...(await record("Within a week.")));
  expect(await eventually(() => verdictOf(2), isOver)).toMatchObject({ state: "passed" });
});

test("a check that never ends is broken with its reason, and switched off", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const api = apiOf(service);
  const body = { kind: "code", source: "export default () => { for (;;); }" };
  await api.post("/checks", { name: "never_ends", body });
  await api.post("/monitors", { name: "All", condition: "", checks: [{ check: "never_ends" }] });
  const calls = Array.from({ length: 8 }, (_, index) => ({ input: "Hi", output: `Answer ${index}` }));
  const { items } = (await api.post("/datapoints", calls)) as Recorded;
  const verdictsOf = async (id: string | undefined) => {
    const shown = (await api.get(`/datapoints/${id}`).catch(() => undefined)) as { verdicts: Verdict[] } | undefined;
    return shown?.verdicts.filter(({ check }) => check === "never_ends") ?? [];
  };
  const verdicts = async () => (await Promise.all(items.map(({ id }) => verdictsOf(id)))).flat();
  const over = await eventually(
    verdicts,
    (seen) => seen.length === 8 && seen.every(({ state }) => !waiting.has(state)),
  );
  expect(over).toHaveLength(8);
  for (const { state, reason } of over) {
    expect(["broken", "skipped"]).toContain(state);
    expect(reason).toMatch(/stopped|killed|switched off/);
  }
  const shown = (await api.get("/checks/never_ends")) as { custom: { off?: { reason: string } } };
  expect(shown.custom.off?.reason).toContain("5 times within 10 minutes");
  const health = (await api.get("/health")) as { checksOff: readonly object[] };
  expect(health.checksOff).toMatchObject([{ check: "never_ends" }]);
  // A later call is skipped immediately.
  const later = (await api.post("/datapoints", { input: "Hi", output: "Later" })) as Recorded;
  const reported = await eventually(
    () => verdictsOf(later.items[0]?.id),
    (seen) => seen.length > 0,
  );
  expect(reported).toMatchObject([{ state: "skipped" }]);
});

interface Run {
  readonly id: string;
  readonly state: string;
  readonly verdicts: readonly { readonly check: string; readonly waiting: number }[];
}

test("checks run over stored data, fast and asynchronous ones; a second run changes nothing", async () => {
  using folder = temporaryFolder();
  await using service = await startService({ folder: folder.path });
  const api = apiOf(service);
  await api.post("/checks", refunds);
  const calls = ["Within 3 days: within 3 days.", "Soon.", "[1]"].map((output) => ({ input: "When?", output }));
  await api.post("/datapoints", calls);
  await eventually(
    async () => (await api.get("/datapoints")) as Recorded,
    ({ items }) => items.length === 3,
  );
  const checks = [{ check: "is_json" }, { check: "promises_a_date" }];
  const runToEnd = async () => {
    const { id } = (await api.post("/verdicts", { checks, q: "" })) as Run;
    return eventually(
      async () => (await api.get(`/verdicts/runs/${id}`)) as Run,
      ({ state, verdicts }) =>
        state === "done" && verdicts.length === 2 && verdicts.every(({ waiting }) => waiting === 0),
    );
  };
  const wanted = {
    state: "done",
    total: 3,
    examined: 3,
    verdicts: [
      { check: "is_json", passed: 1, failed: 2, skipped: 0, broken: 0, waiting: 0 },
      { check: "promises_a_date", passed: 2, failed: 1, skipped: 0, broken: 0, waiting: 0 },
    ],
  };
  expect(await runToEnd()).toMatchObject(wanted);
  expect(await runToEnd()).toMatchObject(wanted);
  const issues = (await api.get("/issues")) as { items: readonly { check: string }[] };
  expect(issues.items.filter(({ check }) => check === "promises_a_date")).toEqual([]);
});
