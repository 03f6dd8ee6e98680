import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../address/search.ts";
import { type CheckComparison, type Comparison, comparisonQuery, type TestRun, testRunQuery } from "../api/offline.ts";
import { percentText } from "../offline/words.tsx";
import { countText } from "../ui/format.ts";
import { Mark } from "../ui/marks.tsx";
import { Page, Section } from "../ui/page.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { useTitle } from "../ui/title.ts";

export function CompareRunsPage() {
  useTitle("Compare test runs");
  const { base = "", runs = "" } = useAddress();
  const others = runs.split(",").filter((id) => id !== "");
  const { data, error, isPending, refetch } = useQuery(comparisonQuery(base, others));
  const known = useQueries({ queries: [base, ...others].filter((id) => id !== "").map((id) => testRunQuery(id)) });
  const byId = new Map(known.flatMap(({ data: run }) => (run ? [[run.id, run] as const] : [])));
  if (base === "" || others.length === 0) {
    return (
      <Page title="Compare test runs">
        <Blank title="Choose two to four runs">
          <p>
            On <Link to="/test-runs">Test runs</Link>, tick those to compare: the oldest is the base.
          </p>
        </Blank>
      </Page>
    );
  }
  return (
    <Page title="Compare test runs">
      <p className="muted">
        Base: <Name run={byId.get(base)} id={base} />
      </p>
      {isPending && <Skeleton />}
      {error && <Wrong error={error} retry={() => void refetch()} />}
      {others.map((id) => (
        <Section key={id} title={byId.get(id)?.name ?? id}>
          <Figures checks={(data?.checks ?? []).filter(({ runId }) => runId === id)} />
          <Changed rows={(data?.changed ?? []).filter(({ runId }) => runId === id)} />
        </Section>
      ))}
    </Page>
  );
}

function Name({ run, id }: { run: TestRun | undefined; id: string }) {
  return (
    <Link to="/test-runs/$id" params={{ id }}>
      {run?.name ?? id}
    </Link>
  );
}

const head = ["Check", ">Rows", "Difference", "Changed", ">p, adjusted", ">Chance to beat", ">Risk to ship"];

function Figures({ checks }: { checks: readonly CheckComparison[] }) {
  if (checks.length === 0) return <p className="muted">The runs have no check in common.</p>;
  return (
    <Table label="Figures of each check" head={head}>
      {checks.map((each) => {
        const { check, matched, outcomes, passRate: figures, otherVersion } = each;
        return (
          <tr key={check}>
            <td>
              <code>{check}</code>
              {otherVersion > 0 && <span className="muted"> {otherVersion} left out: the check has changed</span>}
            </td>
            <td className="right num">{countText(matched)}</td>
            <td>{figures ? <Difference comparison={each} /> : <span className="muted">–</span>}</td>
            <td className="num">
              +{outcomes.improved} −{outcomes.worsened} ={outcomes.bothPassed + outcomes.bothFailed}
            </td>
            <td className="right num">{figures ? figures.pValueAdjusted.toFixed(3) : "–"}</td>
            <td className="right num">{figures ? percentText(figures.chanceToBeat) : "–"}</td>
            <td className="right num">{figures ? percentText(figures.riskToShip) : "–"}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function Difference({ comparison: { passRate: figures } }: { comparison: CheckComparison }) {
  if (!figures) return null;
  const { difference, low, high, significant } = figures;
  const text = `${signed(difference)} (${signed(low)} to ${signed(high)})`;
  if (!significant) return <span className="num">{text}</span>;
  return difference > 0 ? (
    <Mark tone="ok" sign="▲">
      {text}
    </Mark>
  ) : (
    <Mark tone="fail" sign="▼">
      {text}
    </Mark>
  );
}

const signed = (share: number): string => `${share > 0 ? "+" : share < 0 ? "−" : "±"}${percentText(Math.abs(share))}`;

function Changed({ rows }: { rows: Comparison["changed"] }) {
  if (rows.length === 0) return <p className="muted">No row changed its verdict.</p>;
  return (
    <details open={rows.length <= 20}>
      <summary>
        {rows.filter(({ change }) => change === "worsened").length} worse,{" "}
        {rows.filter(({ change }) => change === "improved").length} better
      </summary>
      <ul>
        {rows.map(({ check, rowId, repeat, change, input, datapointId, baseDatapointId }) => (
          <li key={`${check} ${rowId} ${repeat}`}>
            <Mark tone={change === "worsened" ? "fail" : "ok"} sign={change === "worsened" ? "▼" : "▲"}>
              {change}
            </Mark>{" "}
            <code>{check}</code>{" "}
            <Link to="/datapoints/$id" params={{ id: datapointId }}>
              {input}
            </Link>{" "}
            <span className="small">
              <Link to="/datapoints/$id" params={{ id: baseDatapointId }} aria-label={`base: ${input}`}>
                base
              </Link>{" "}
              ·{" "}
              <Link
                to="/datapoints/compare"
                search={{ a: baseDatapointId, b: datapointId }}
                aria-label={`beside each other: ${input}`}
              >
                beside each other
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
