import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { testRunsQuery } from "../api/offline.ts";
import { percentText } from "../ui/format.ts";
import { Section } from "../ui/page.tsx";
import { Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { passRate, RunState } from "./words.tsx";

/** The newest runs of a scenario set or of a model. */
export function LatestRuns({ of }: { of: { readonly scenarioId?: string; readonly modelId?: string } }) {
  const { data, error, isPending } = useInfiniteQuery(testRunsQuery(of));
  const runs = data?.pages[0]?.items.slice(0, 10) ?? [];
  if (isPending) return <Skeleton rows={2} />;
  if (error && !data) return <Wrong error={error} />;
  if (runs.length === 0) return null;
  return (
    <Section title="Latest test runs">
      <Table label="Newest runs" head={["Run", "State", ">Checks passed", "Started"]}>
        {runs.map((run) => {
          const rate = passRate(run);
          return (
            <tr key={run.id}>
              <td>
                <Link to="/test-runs/$id" params={{ id: run.id }}>
                  {run.name}
                </Link>
              </td>
              <td>
                <RunState run={run} />
              </td>
              <td className="right num">{rate === undefined ? "–" : percentText(rate)}</td>
              <td className="muted">
                <Time at={run.createdAt} />
              </td>
            </tr>
          );
        })}
      </Table>
    </Section>
  );
}
