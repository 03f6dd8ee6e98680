import type { GenerationPreview } from "../../platform/api/offline.ts";
import { Table } from "../../platform/ui/table.tsx";
import { jsonText } from "../runs/words.tsx";

type Props = Pick<GenerationPreview, "rows" | "failedData" | "unanswered"> & {
  readonly reason?: string | undefined;
  readonly more?: boolean;
};

/** Shows generated rows, those that a check rejected, and the number of model calls without a result. */
export function GeneratedRows({ rows, failedData, unanswered, reason, more = false }: Props) {
  return (
    <>
      {rows.length > 0 && (
        <Table label="Generated rows" head={["Input", "Expected"]}>
          {rows.map(({ input, result }) => (
            <tr key={JSON.stringify(input)}>
              <td className="cell-text">{jsonText(input)}</td>
              <td className="cell-text muted">{jsonText(result)}</td>
            </tr>
          ))}
        </Table>
      )}
      {more && rows.length > 0 && <p className="muted small">And more of this kind.</p>}
      {failedData.length > 0 && (
        <>
          <p>
            {failedData.length} {failedData.length === 1 ? "row was" : "rows were"} refused by a check:
          </p>
          <Table label="Refused rows" head={["Input", "Check", "Why"]}>
            {failedData.map(({ input, check, reason: why }) => (
              <tr key={JSON.stringify(input)}>
                <td className="cell-text">{jsonText(input)}</td>
                <td>
                  <code>{check}</code>
                </td>
                <td className="cell-text">{why}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
      {unanswered > 0 && (
        <p className="note warn">
          <strong>
            {unanswered} {unanswered === 1 ? "question" : "questions"} to the model gave no row
          </strong>
          {reason !== undefined && <span>{reason}</span>}
        </p>
      )}
      {rows.length + failedData.length + unanswered === 0 && more && <p className="muted">Nothing came.</p>}
    </>
  );
}
