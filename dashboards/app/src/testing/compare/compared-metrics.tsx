import { useSetAddress } from "../../platform/address/search.ts";
import type { CheckComparison } from "../../platform/api/types.ts";
import { Badge } from "../../platform/ui/badges.tsx";
import { Button } from "../../platform/ui/button.tsx";
import { countText, percentText } from "../../platform/ui/format.tsx";
import { BreakingName } from "../../platform/ui/prose.tsx";
import { Table } from "../../platform/ui/table.tsx";
import { ratesOf, type Shown } from "./compared.ts";
import { pText, signedText } from "./comparison-text.ts";

const head = [
  "Check",
  ">Rows",
  ">Base",
  ">This",
  "Difference",
  "Changed",
  ">p, adjusted",
  ">Chance to beat",
  ">Risk to ship",
];

/** Shows one run against the base, check by check, regressions first. A count links to its rows. */
export function ComparedMetrics({ checks }: { checks: readonly CheckComparison[] }) {
  if (checks.length === 0) return <p className="muted">The runs have no check in common.</p>;
  return (
    <Table label="Metrics by check" head={head}>
      {checks.map((each) => (
        <Row key={each.check} of={each} />
      ))}
    </Table>
  );
}

function Row({ of }: { of: CheckComparison }) {
  const { runId, check, matched, outcomes, passRate, score, otherVersion } = of;
  const rates = ratesOf(of);
  return (
    <tr>
      <td>
        <BreakingName name={check} />
        {otherVersion > 0 && <span className="muted"> {otherVersion} left out: the check has changed</span>}
      </td>
      <td className="right num">{countText(matched)}</td>
      <td className="right num">{rates ? percentText(rates.base) : "–"}</td>
      <td className="right num">{rates ? percentText(rates.run) : "–"}</td>
      <td>
        {passRate ? <Difference change={passRate} textOf={signedText} /> : <span className="muted">–</span>}
        {score && (
          <>
            <br />
            <span className="muted small">score </span>
            <Difference change={score} textOf={scoreText} />
          </>
        )}
      </td>
      <td className="num">
        <Count run={runId} check={check} shown="improved" count={outcomes.improved} />{" "}
        <Count run={runId} check={check} shown="worsened" count={outcomes.worsened} />{" "}
        <span className="muted">={outcomes.bothPassed + outcomes.bothFailed}</span>
      </td>
      <td className="right num">{passRate ? pText(passRate.pValueAdjusted) : "–"}</td>
      <td className="right num">{passRate ? percentText(passRate.chanceToBeat) : "–"}</td>
      <td className="right num">{passRate ? percentText(passRate.riskToShip) : "–"}</td>
    </tr>
  );
}

interface CountProps {
  readonly run: string;
  readonly check: string;
  readonly shown: Extract<Shown, "improved" | "worsened">;
  readonly count: number;
}

const signs = { improved: ["+", "better"], worsened: ["−", "worse"] } as const;

function Count({ run, check, shown, count }: CountProps) {
  const setAddress = useSetAddress();
  const [sign, word] = signs[shown];
  const text = `${sign}${count}`;
  if (count === 0) return <span className="muted">{text}</span>;
  return (
    <Button
      text={text}
      className="link num"
      aria-label={`${check}: the ${count} ${word}`}
      onClick={() => setAddress({ run, check, only: shown }, true)}
    />
  );
}

interface DifferenceProps {
  readonly change: NonNullable<CheckComparison["passRate"]> | NonNullable<CheckComparison["score"]>;
  readonly textOf: (difference: number) => string;
}

const tones = { better: "ok", worse: "fail", different: "info" } as const;
const titles = {
  better: "Significantly better",
  worse: "Significantly worse",
  different: "Significantly different; neither side is better",
} as const;

function Difference({ change: { difference, low, high, conclusion }, textOf }: DifferenceProps) {
  const interval = <div className="small muted num nowrap">{`${textOf(low)} to ${textOf(high)}`}</div>;
  const text = textOf(difference);
  return (
    <>
      {conclusion === "not_significant" && <span className="num">{text}</span>}
      {conclusion !== "not_significant" && (
        <span title={titles[conclusion]}>
          <Badge tone={tones[conclusion]} sign={difference > 0 ? "▲" : "▼"} text={text} />
        </span>
      )}
      {interval}
    </>
  );
}

const scoreText = (difference: number): string =>
  `${difference > 0 ? "+" : difference < 0 ? "−" : "±"}${Math.abs(difference).toFixed(3)}`;
