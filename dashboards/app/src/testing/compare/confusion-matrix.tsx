import type { TestRun } from "../../platform/api/offline.ts";
import { percentText } from "../../platform/ui/format.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";

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
            <td className="right num">{precision.toFixed(3)}</td>
            <td className="right num">{recall.toFixed(3)}</td>
            <td className="right num">{f1.toFixed(3)}</td>
            <td className="right num muted">{support}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
