import type { TestRun } from "../../platform/api/offline.ts";
import { countText } from "../../platform/ui/format.ts";
import { Mark } from "../../platform/ui/marks.tsx";

/** A test run where it stands in its list: what each of its checks said. */
export function RunChecksSaid({ run: { metrics, checks } }: { run: TestRun }) {
  if (!metrics || metrics.checks.length === 0) {
    return (
      <p className="muted">
        {checks.length === 0 ? "It has no checks." : `Checks: ${checks.map(({ check }) => check).join(", ")}`}
      </p>
    );
  }
  return (
    <ul className="first-calls" aria-label="What the checks said">
      {metrics.checks.map(({ check, passed, failed, skipped, broken }) => (
        <li key={check} className="line">
          <code className="grow">{check}</code>
          <Mark tone="ok" sign="✓">{`${countText(passed)} passed`}</Mark>
          {failed > 0 && <Mark tone="fail" sign="✕">{`${countText(failed)} failed`}</Mark>}
          {broken > 0 && <Mark tone="warn" sign="!">{`${countText(broken)} broken`}</Mark>}
          {skipped > 0 && <Mark tone="quiet" sign="–">{`${countText(skipped)} skipped`}</Mark>}
        </li>
      ))}
    </ul>
  );
}
