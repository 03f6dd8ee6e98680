import type { TestRun } from "../../platform/api/offline.ts";
import { percentText } from "../../platform/ui/format.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";

type Metrics = NonNullable<TestRun["metrics"]>;

/** What conversations, agents' calls and answers to varied rows come to. */
export function RunFigures({ metrics }: { metrics: Metrics }) {
  const { conversations, trajectories, invariance } = metrics;
  return (
    <>
      {conversations && <Figures title="Conversations" figures={ofConversations(conversations)} />}
      {trajectories && <Figures title="Calls" figures={ofTrajectories(trajectories)} />}
      {invariance && <Figures title="Invariance" figures={ofInvariance(invariance)} />}
    </>
  );
}

type Figure = readonly [what: string, value: string];

function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <Section title={title}>
      <Table label={`Figures: ${title}`} head={["Figure", ">Value"]}>
        {figures.map(([what, value]) => (
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
}: NonNullable<Metrics["conversations"]>): readonly Figure[] => [
  ["Conversations", `${conversations}`],
  ["Answers of the target, mean", meanTurns.toFixed(1)],
  ...Object.entries(ended).map(([why, count]): Figure => [`Ended: ${why.replaceAll("_", " ")}`, `${count}`]),
];

const ofTrajectories = (calls: NonNullable<Metrics["trajectories"]>): readonly Figure[] => [
  ["Rows that say which calls are expected", `${calls.rows}`],
  ["The expected calls, in their order", percentText(calls.exact)],
  ["The expected calls, in whatever order", percentText(calls.anyOrder)],
  ["All expected calls among those made", percentText(calls.subset)],
  ["All calls made among those expected", percentText(calls.superset)],
  ["Precision, recall and F1 by name", [calls.precision, calls.recall, calls.f1].map(percentText).join(" · ")],
  ["Right arguments", percentText(calls.argumentMatch)],
  ["Calls a row, made and expected", `${calls.meanSteps.toFixed(1)} · ${calls.meanExpectedSteps.toFixed(1)}`],
];

const ofInvariance = (found: NonNullable<Metrics["invariance"]>): readonly Figure[] => [
  ["Seeds with more than one answer", `${found.seeds}`],
  ["Seeds with one and the same answer", `${found.consistentSeeds}`],
  ["Consistency", percentText(found.consistency)],
  ["Rows answered otherwise than their seed", `${found.brokenRows}`],
];
