import type { TestRun } from "../../platform/api/offline.ts";
import { percentText } from "../../platform/ui/format.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";

type Metrics = NonNullable<TestRun["metrics"]>;

/** Shows metrics of conversations, of agents' calls and of responses to varied rows. */
export function RunMetrics({ metrics }: { metrics: Metrics }) {
  const { conversations, trajectories, invariance } = metrics;
  return (
    <>
      {conversations && <MetricList title="Conversation metrics" metrics={ofConversations(conversations)} />}
      {trajectories && <MetricList title="Calls" metrics={ofTrajectories(trajectories)} />}
      {invariance && <MetricList title="Invariance" metrics={ofInvariance(invariance)} />}
    </>
  );
}

type Metric = readonly [what: string, value: string];

function MetricList({ title, metrics }: { title: string; metrics: readonly Metric[] }) {
  return (
    <Section title={title}>
      <Table label={`Figures: ${title}`} head={["Figure", ">Value"]}>
        {metrics.map(([what, value]) => (
          <tr key={what}>
            <td>{what}</td>
            <td className="right num">{value}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const ofConversations = ({
  conversations,
  meanTurns,
  ended,
}: NonNullable<Metrics["conversations"]>): readonly Metric[] => [
  ["Conversations", `${conversations}`],
  ["Answers of the target, mean", meanTurns.toFixed(1)],
  ...Object.entries(ended).map(([why, count]): Metric => [`Ended: ${why.replaceAll("_", " ")}`, `${count}`]),
];

const ofTrajectories = (calls: NonNullable<Metrics["trajectories"]>): readonly Metric[] => [
  ["Rows with expected calls", `${calls.rows}`],
  ["The expected calls, in their order", percentText(calls.exact)],
  ["Expected calls in any order", percentText(calls.anyOrder)],
  ["All expected calls among those made", percentText(calls.subset)],
  ["All calls made among those expected", percentText(calls.superset)],
  ["Precision, recall and F1 by name", [calls.precision, calls.recall, calls.f1].map(percentText).join(" · ")],
  ["Right arguments", percentText(calls.argumentMatch)],
  ["Calls a row, made and expected", `${calls.meanSteps.toFixed(1)} · ${calls.meanExpectedSteps.toFixed(1)}`],
];

const ofInvariance = (found: NonNullable<Metrics["invariance"]>): readonly Metric[] => [
  ["Seeds with more than one answer", `${found.seeds}`],
  ["Seeds with one and the same answer", `${found.consistentSeeds}`],
  ["Consistency", percentText(found.consistency)],
  ["Rows answered otherwise than their seed", `${found.brokenRows}`],
];
