import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Search } from "../../platform/address/search.ts";
import { checksQuery } from "../../platform/api/queries.ts";
import type { TestRun } from "../../platform/api/types.ts";
import { unfoldedAfter } from "../../platform/list/use-cell-actions.tsx";
import { TextLink } from "../../platform/ui/button.tsx";
import { percentText } from "../../platform/ui/format.tsx";
import { Section } from "../../platform/ui/page.tsx";
import { CodeCell, Numbers, Table } from "../../platform/ui/table.tsx";
import { tryKey } from "./run-rows.tsx";

type Metrics = NonNullable<TestRun["metrics"]>;

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

const MetricList = ({ title, metrics }: { title: string; metrics: readonly Metric[] }) => (
  <Section title={title}>
    <Table label={`Figures: ${title}`} head={["Figure", ">Value"]}>
      {metrics.map(([what, value]) => (
        <tr key={what}>
          <td>{what}</td>
          <Numbers of={[value]} />
        </tr>
      ))}
    </Table>
  </Section>
);

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

type Classification = NonNullable<NonNullable<TestRun["metrics"]>["classification"]>;

/** Shows how often each label was predicted as which: rows are expected labels, columns predictions. */
export function ConfusionMatrix({ metrics }: { metrics: Classification }) {
  const names = metrics.labels.map(({ label }) => label);
  return (
    <Section title="Classification">
      <p>
        {percentText(metrics.accuracy)} right · weighted F1 {metrics.weighted.f1.toFixed(3)} · macro F1{" "}
        {metrics.macro.f1.toFixed(3)}
        {metrics.unanswered > 0 && ` · ${metrics.unanswered} without an answer`}
      </p>
      <Table
        label="Confusion matrix"
        head={["Expected", ...names.map((name) => `>${name}`), ">Precision", ">Recall", ">F1", ">Rows"]}
      >
        {metrics.labels.map(({ label, precision, recall, f1, support }, line) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {names.map((name, column) => (
              <td key={name} className={column === line ? "right num" : "right num muted"}>
                {metrics.confusionMatrix[line]?.[column] ?? 0}
              </td>
            ))}
            <Numbers of={[precision.toFixed(3), recall.toFixed(3), f1.toFixed(3), support]} muted={3} />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

type Found = NonNullable<NonNullable<TestRun["metrics"]>["invariance"]>;

/** Lists seeds whose rows got different responses, the worst first; rows that differ unfold below. */
export function InvarianceWorst({ found: { worst } }: { found: Found }) {
  if (worst.length === 0) return null;
  return (
    <Section title="Seeds with different answers">
      <Table label="Seeds, the worst first" head={["Seed", ">Answers", ">Alike", "Answered otherwise"]}>
        {worst.map(({ seedId, answers, consistency, broken }) => (
          <tr key={seedId}>
            <CodeCell of={seedId} />
            <Numbers of={[answers, percentText(consistency)]} />
            <td>
              {broken.map((one, index) => (
                <span key={tryKey(one)}>
                  {index > 0 && ", "}
                  <TextLink
                    text={tryKey(one)}
                    to="."
                    search={(before: Search) => ({
                      ...before,
                      unfolded: unfoldedAfter("", tryKey(one)),
                      only: undefined,
                    })}
                    replace
                  />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

const retrievalHead = ["At", ">Precision", ">Recall", ">Hit rate", ">MRR", ">MAP", ">NDCG"];

export const RetrievalMetrics = ({ at }: { at: NonNullable<NonNullable<TestRun["metrics"]>["retrieval"]> }) => (
  <Section title="Retrieval">
    <Table label="Retrieval metrics" head={retrievalHead}>
      {at.map(({ k, precision, recall, hitRate, mrr, map, ndcg }) => (
        <tr key={k}>
          <td className="num">{k}</td>
          <Numbers of={[precision, recall, hitRate, mrr, map, ndcg].map((value) => value.toFixed(3))} />
        </tr>
      ))}
    </Table>
  </Section>
);

const head = ["Check", ">Passed", ">Failed", ">Skipped", ">Broken", ">Share", ">Mean"];

export function RunChecks({ run: { metrics, checks } }: { run: TestRun }) {
  if (!metrics || checks.length === 0) return null;
  const isLocal = (name: string) => checks.some(({ check, local }) => check === name && local !== undefined);
  return (
    <Section title="Checks">
      <Table label="Verdicts of each check" head={head}>
        {metrics.checks.map(({ check, passed, failed, skipped, broken, mean }) => (
          <tr key={check}>
            <td>
              <CheckName name={check} isLocal={isLocal(check)} />
            </td>
            <Numbers of={[passed, failed]} />
            <Numbers of={[skipped, broken]} muted={0} />
            <Numbers
              of={[
                passed + failed === 0 ? "–" : percentText(passed / (passed + failed)),
                mean === undefined || isShare(mean, passed, failed) ? "–" : mean.toFixed(3),
              ]}
              muted={1}
            />
          </tr>
        ))}
      </Table>
    </Section>
  );
}

/** Whether the mean is that of a boolean check, which repeats the pass rate or its complement. */
const isShare = (mean: number, passed: number, failed: number) =>
  [passed, failed].some((count) => Math.abs(mean - count / (passed + failed)) < 1e-9);

/** Built-in and project checks link to their page; a function in the caller's code has none. */
function CheckName({ name, isLocal }: { name: string; isLocal: boolean }) {
  const library = useQuery(checksQuery).data?.items ?? [];
  if (isLocal)
    return (
      <>
        <code>{name}</code> <span className="muted small">your code, where the model ran</span>
      </>
    );
  if (!library.some((check) => check.name === name)) return <code>{name}</code>;
  return (
    <Link to="/checks/$name" params={{ name }}>
      <code>{name}</code>
    </Link>
  );
}
