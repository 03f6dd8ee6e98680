import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TestRun } from "../../platform/api/offline.ts";
import { checksQuery } from "../../platform/api/queries.ts";
import { percentText } from "../../platform/ui/format.ts";
import { Section } from "../../platform/ui/page.tsx";
import { Table } from "../../platform/ui/table.tsx";

const head = ["Check", ">Passed", ">Failed", ">Skipped", ">Broken", ">Share", ">Mean"];

/** Shows the results of each check over all rows. */
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
            <td className="right num">{passed}</td>
            <td className="right num">{failed}</td>
            <td className="right num muted">{skipped}</td>
            <td className="right num muted">{broken}</td>
            <td className="right num">{passed + failed === 0 ? "–" : percentText(passed / (passed + failed))}</td>
            <td className="right num muted">
              {mean === undefined || isShare(mean, passed, failed) ? "–" : mean.toFixed(3)}
            </td>
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
