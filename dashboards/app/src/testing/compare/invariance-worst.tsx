import { Link } from "@tanstack/react-router";
import type { Search } from "../../platform/address/search.ts";
import type { TestRun } from "../../platform/api/offline.ts";
import { unfoldedAfter } from "../../platform/list/use-cell-actions.ts";
import { percentText } from "../../platform/ui/format.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";
import { tryKey } from "../runs/run-rows.tsx";

type Found = NonNullable<NonNullable<TestRun["metrics"]>["invariance"]>;

/** Lists seeds whose rows got different responses, the worst first; rows that differ unfold below. */
export function InvarianceWorst({ found: { worst } }: { found: Found }) {
  if (worst.length === 0) return null;
  return (
    <Section title="Seeds with different answers">
      <Table label="Seeds, the worst first" head={["Seed", ">Answers", ">Alike", "Answered otherwise"]}>
        {worst.map(({ seedId, answers, consistency, broken }) => (
          <tr key={seedId}>
            <td>
              <code>{seedId}</code>
            </td>
            <td className="right num">{answers}</td>
            <td className="right num">{percentText(consistency)}</td>
            <td>
              {broken.map((one, index) => (
                <span key={tryKey(one)}>
                  {index > 0 && ", "}
                  <Link
                    to="."
                    search={(before: Search) => ({
                      ...before,
                      unfolded: unfoldedAfter("", tryKey(one)),
                      only: undefined,
                    })}
                    replace
                  >
                    {tryKey(one)}
                  </Link>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
