import type { TestRun } from "../../platform/api/offline.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";

const head = ["At", ">Precision", ">Recall", ">Hit rate", ">MRR", ">MAP", ">NDCG"];

/** Shows the quality of a ranking at each k. */
export function RetrievalMetrics({ at }: { at: NonNullable<NonNullable<TestRun["metrics"]>["retrieval"]> }) {
  return (
    <Section title="Retrieval">
      <Table label="Retrieval metrics" head={head}>
        {at.map(({ k, precision, recall, hitRate, mrr, map, ndcg }) => (
          <tr key={k}>
            <td className="num">{k}</td>
            {Object.entries({ precision, recall, hitRate, mrr, map, ndcg }).map(([name, value]) => (
              <td key={name} className="right num">
                {value.toFixed(3)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Section>
  );
}
