import type { TestRun } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";

/** Shows whether an ended run has passed, and every reason why not, as the service concludes. */
export function RunConclusion({ run: { conclusion } }: { run: Pick<TestRun, "conclusion"> }) {
  if (!conclusion) return null;
  const { passed, headline, reasons } = conclusion;
  if (passed) return <Badge tone="ok" sign="✓" text={headline} />;
  return (
    <>
      <Badge tone="fail" sign="✕" text="Failed" />
      <ul>
        {reasons.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
