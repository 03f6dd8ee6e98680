import type { CheckResults } from "../platform/api/types.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { countText } from "../platform/ui/format.tsx";
import { BreakingName } from "../platform/ui/prose.tsx";
import { ScrollRegion } from "../platform/ui/table.tsx";
import { absoluteRange } from "../platform/ui/time/range.ts";
import { dayText, hourText } from "../platform/ui/time/zone.ts";

/** The share of judged calls that passed each check, over time; the color repeats the number. */
export function CheckMatrix({ results: { times, bucketMs, items } }: { results: CheckResults }) {
  const checks = [...Map.groupBy(items, ({ check }) => check)].sort(([left], [right]) => left.localeCompare(right));
  if (checks.length === 0) return <p className="muted">No check ran in this time range.</p>;
  return (
    <ScrollRegion className="scroll-x" label="Passed checks by time">
      <table className="table matrix">
        <thead>
          <tr>
            <th scope="col">Check</th>
            {times.map((time) => (
              <th key={time} scope="col" className="right">
                {shortTime(time, bucketMs)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.map(([check, list]) => {
            const byBucket = new Map(list.map((one) => [one.bucket, one.states]));
            return (
              <tr key={check}>
                <th scope="row">
                  <BreakingName name={check} />
                </th>
                {times.map((time, bucket) => (
                  <td key={time} className="right">
                    <Cell states={byBucket.get(bucket)} check={check} from={Date.parse(time)} bucketMs={bucketMs} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface CellProps {
  readonly states: CheckResults["items"][number]["states"] | undefined;
  readonly check: string;
  readonly from: number;
  readonly bucketMs: number;
}

function Cell({ states, check, from, bucketMs }: CellProps) {
  const { passed = 0, failed = 0 } = states ?? {};
  if (passed + failed === 0) return <span className="muted">–</span>;
  const share = passed / (passed + failed);
  return (
    <TextLink
      text={`${share === 1 ? "100" : (share * 100).toFixed(share > 0.99 ? 1 : 0)} %`}
      to="/datapoints"
      search={{ q: `check.${check}:fail`, range: absoluteRange(from, from + bucketMs) }}
      className={`num rate ${share < 0.8 ? "low" : share < 0.95 ? "mid" : ""}`}
      title={`${countText(failed)} of ${countText(passed + failed)} failed`}
    />
  );
}

const dayMs = 86_400_000;

const shortTime = (time: string, bucketMs: number): string => (bucketMs >= dayMs ? dayText(time) : hourText(time));
