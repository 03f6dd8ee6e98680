import type { TestRun } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { countText } from "../../platform/ui/format.tsx";

export function RunCheckResults({ run: { metrics, checks } }: { run: TestRun }) {
  if (!metrics || metrics.checks.length === 0) {
    return (
      <p className="muted">
        {checks.length === 0 ? "It has no checks." : `Checks: ${checks.map(({ check }) => check).join(", ")}`}
      </p>
    );
  }
  return (
    <ul className="first-calls" aria-label="Check results">
      {metrics.checks.map(({ check, passed, failed, skipped, broken }) => (
        <li key={check} className="line">
          <code className="grow">{check}</code>
          <Badge tone="ok" sign="✓" text={`${countText(passed)} passed`} />
          {failed > 0 && <Badge tone="fail" sign="✕" text={`${countText(failed)} failed`} />}
          {broken > 0 && <Badge tone="warn" sign="!" text={`${countText(broken)} broken`} />}
          {skipped > 0 && <Badge tone="quiet" sign="–" text={`${countText(skipped)} skipped`} />}
        </li>
      ))}
    </ul>
  );
}
