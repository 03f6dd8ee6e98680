import type { DatapointRow, Issue, MonitorStatus, Verdict } from "../api/types.ts";
import { sentence } from "./format.ts";

/** States are told by a sign and a word; colour only repeats it. */
export function Mark({ tone, sign, children }: { tone: string; sign: string; children: string }) {
  return (
    <span className={`st ${tone}`}>
      <span aria-hidden="true">{sign}</span>
      <span>{children}</span>
    </span>
  );
}

export function CallMark({ row }: { row: Pick<DatapointRow, "errorType" | "verdicts"> }) {
  if (row.errorType !== undefined) {
    return (
      <Mark tone="warn" sign="⚠">
        error
      </Mark>
    );
  }
  if ((row.verdicts.failed ?? 0) > 0) {
    return (
      <Mark tone="fail" sign="✕">
        fail
      </Mark>
    );
  }
  return (
    <Mark tone="ok" sign="✓">
      ok
    </Mark>
  );
}

const severitySigns = { critical: "▲", major: "◆", minor: "▽" } as const;

export function SeverityMark({ severity }: { severity: Issue["severity"] }) {
  return (
    <Mark tone={severity} sign={severitySigns[severity]}>
      {severity}
    </Mark>
  );
}

const stateTones = { open: "fail", acknowledged: "info", resolved: "ok", ignored: "" } as const;

export function StateChip({
  issue,
}: {
  issue: Pick<Issue, "state" | "regressed" | "spikingSince" | "resolvesAfterRunOf">;
}) {
  const isOpen = issue.state !== "resolved" && issue.state !== "ignored";
  return (
    <>
      <span className={`chip ${stateTones[issue.state]}`}>
        <span>{issue.regressed && isOpen ? "Regressed" : sentence(issue.state)}</span>
      </span>
      {issue.spikingSince !== undefined && (
        <span className="chip warn">
          <span>Spiking</span>
        </span>
      )}
      {issue.resolvesAfterRunOf !== undefined && isOpen && (
        <span className="chip info" title="Resolved when a test run passes its check at every row">
          <span>Waits for a test run</span>
        </span>
      )}
    </>
  );
}

/** Beside what came of a test run and not of the application. */
export const RunChip = () => (
  <span className="chip info">
    <span>test run</span>
  </span>
);

const healthSigns = {
  working: ["ok", "●", "Working"],
  waiting: ["quiet", "○", "Waiting"],
  no_data: ["warn", "○", "No data"],
  broken: ["fail", "✕", "Broken"],
  stopped: ["fail", "■", "Standing still"],
  idle: ["warn", "○", "Judges nothing"],
  ceiling: ["warn", "▲", "At its ceiling"],
  off: ["quiet", "–", "Off"],
} as const;

export function MonitorMark({ state }: { state: MonitorStatus["state"] }) {
  const [tone, sign, word] = healthSigns[state];
  return (
    <Mark tone={tone} sign={sign}>
      {word}
    </Mark>
  );
}

const verdictSigns = {
  passed: ["ok", "✓"],
  failed: ["fail", "✕"],
  skipped: ["quiet", "–"],
  broken: ["warn", "!"],
  queued: ["quiet", "…"],
  running: ["quiet", "…"],
} as const;

export function VerdictMark({ state }: { state: Verdict["state"] }) {
  const [tone, sign] = verdictSigns[state];
  return (
    <Mark tone={tone} sign={sign}>
      {state}
    </Mark>
  );
}
