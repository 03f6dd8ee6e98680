import type { GenerationPreview } from "../../platform/api/offline.ts";
import { Table } from "../../platform/ui/table.tsx";
import { jsonText } from "../runs/words.tsx";

type Props = Pick<GenerationPreview, "rows" | "failedData" | "unanswered"> & {
  readonly because?: string | undefined;
  readonly more?: boolean;
};

/** Rows that were generated, those that a check refused, and how many questions to a model came to nothing. */
export function GeneratedRows({ rows, failedData, unanswered, because, more = false }: Props) {
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
            {failedData.map(({ input, check, because: why }) => (
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
          {because !== undefined && <span>{because}</span>}
        </p>
      )}
      {rows.length + failedData.length + unanswered === 0 && more && <p className="muted">Nothing came.</p>}
    </>
  );
}
