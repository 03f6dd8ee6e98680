import type { DatapointRow, Issue, MonitorStatus, Verdict } from "../api/types.ts";
import { sentence } from "./format.tsx";

/** Shows a state by a sign and a word; color only repeats it. */
export const Badge = ({ tone, sign, text }: { tone: string; sign: string; text: string }) => (
  <span className={`st ${tone}`}>
    <span aria-hidden="true">{sign}</span>
    <span>{text}</span>
  </span>
);

export function CallBadge({ row }: { row: Pick<DatapointRow, "errorType" | "verdicts"> }) {
  if (row.errorType !== undefined) {
    return <Badge tone="warn" sign="⚠" text="error" />;
  }
  if ((row.verdicts["failed"] ?? 0) > 0) {
    return <Badge tone="fail" sign="✕" text="fail" />;
  }
  return <Badge tone="ok" sign="✓" text="ok" />;
}

const severitySigns = { critical: "▲", major: "◆", minor: "▽" } as const;

export function SeverityBadge({ severity }: { severity: Issue["severity"] }) {
  return <Badge tone={severity} sign={severitySigns[severity]} text={severity} />;
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
          <span>Awaiting test run</span>
        </span>
      )}
    </>
  );
}

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
  stopped: ["fail", "■", "Stalled"],
  idle: ["warn", "○", "Not evaluating"],
  daily_limit: ["warn", "▲", "Daily limit reached"],
  off: ["quiet", "–", "Off"],
} as const;

export function MonitorBadge({ state }: { state: MonitorStatus["state"] }) {
  const [tone, sign, word] = healthSigns[state];
  return <Badge tone={tone} sign={sign} text={word} />;
}

const verdictSigns = {
  passed: ["ok", "✓"],
  failed: ["fail", "✕"],
  skipped: ["quiet", "–"],
  broken: ["warn", "!"],
  queued: ["quiet", "…"],
  running: ["quiet", "…"],
} as const;

export function VerdictBadge({ state }: { state: Verdict["state"] }) {
  const [tone, sign] = verdictSigns[state];
  return <Badge tone={tone} sign={sign} text={state} />;
}
