import type { TestRun, TestRunRow } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { sentence } from "../../platform/ui/format.tsx";
import { OutLink } from "../../platform/ui/prose.tsx";

/** Formats an input or a result as one line: function calls as in code, other values as JSON. */
export function jsonText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  const calls = (value as { readonly tool_calls?: unknown }).tool_calls;
  if (Array.isArray(calls)) return calls.map(callText).join("; ");
  return expectedCall(value) ?? JSON.stringify(value);
}

interface Expected {
  readonly name?: unknown;
  readonly parameter_definitions?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** Formats an expected call like an actual one: `refund({"order":"1"})`. */
function expectedCall({ name, parameter_definitions: parameters }: Expected): string | undefined {
  if (typeof name !== "string" || typeof parameters !== "object" || parameters === null) return undefined;
  const values = Object.entries(parameters).map(([key, one]) => [key, one?.value]);
  return `${name}(${JSON.stringify(Object.fromEntries(values))})`;
}

function callText(call: { readonly name?: string; readonly parameters?: unknown }): string {
  return `${call.name ?? "?"}(${JSON.stringify(call.parameters ?? {})})`;
}

const states = {
  running: ["info", "…"],
  evaluating: ["info", "…"],
  finished: ["ok", "✓"],
  failed: ["fail", "✕"],
  cancelled: ["quiet", "–"],
} as const;

export function RunState({ run }: { run: Pick<TestRun, "state" | "progress"> }) {
  const [tone, sign] = states[run.state];
  const { waiting, leased, done } = run.progress;
  const text = run.state === "running" ? `running, ${done} of ${done + leased + waiting}` : run.state;
  return <Badge tone={tone} sign={sign} text={text} />;
}

/** Returns the share of verdicts that passed, over all checks; undefined without a verdict. */
export function passRate(run: Pick<TestRun, "metrics">): number | undefined {
  const checks = run.metrics?.checks ?? [];
  const passed = checks.reduce((sum, check) => sum + check.passed, 0);
  const judged = checks.reduce((sum, check) => sum + check.passed + check.failed, 0);
  return judged === 0 ? undefined : passed / judged;
}

/** Returns the pass rate of the previous run with the same name and set, if it is among `newestFirst`. */
export function passRateBefore(run: TestRun, newestFirst: readonly TestRun[]): number | undefined {
  const older = newestFirst.slice(newestFirst.indexOf(run) + 1);
  const before = older.find(
    ({ name, scenarioId, state }) => state === "finished" && name === run.name && scenarioId === run.scenarioId,
  );
  return before && passRate(before);
}

const shownDigits = 7;

/** Shows the tested commit, and links to the build that started the run. */
export function BuiltFrom({ run: { commit, ciUrl } }: { run: TestRun }) {
  if (commit === undefined && ciUrl === undefined) return "–";
  return (
    <>
      {commit !== undefined && <code title={commit}>{commit.slice(0, shownDigits)}</code>}
      {ciUrl !== undefined && (
        <>
          {" "}
          <OutLink to={ciUrl}>build</OutLink>
        </>
      )}
    </>
  );
}

export const Failed = ({ row: { error, errorType } }: { row: TestRunRow }) => (
  <div className="note fail">
    <strong>{sentence(errorType ?? "exception")}</strong>
    <span className="plain">{error}</span>
  </div>
);
