import type { CheckDetail } from "../platform/api/types.ts";
import { VerdictBadge } from "../platform/ui/badges.tsx";
import { Section } from "../platform/ui/page.tsx";
import { ScrollRegion } from "../platform/ui/scroll-region.tsx";

/** The check's verdicts on two conversations, which explain it better than its definition. */
export function Examples({ examples }: Pick<CheckDetail, "examples">) {
  if (examples.length === 0) return null;
  return (
    <Section title="Examples">
      <ul className="stack">
        {examples.map((example) => (
          <li key={example.state} className="example">
            <VerdictBadge state={example.state} />
            <dl className="facts">
              {example.turns.flatMap(({ role, text }, at) => [
                <dt key={`${at} role`}>{role}</dt>,
                <dd key={`${at} text`} className="said">
                  {text}
                </dd>,
              ])}
              {contextOf(example).flatMap(([name, text]) => [
                <dt key={name}>{name}</dt>,
                <dd key={`${name} text`} className="said">
                  {text}
                </dd>,
              ])}
            </dl>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function contextOf({ context, expected, options, facts, quote }: CheckDetail["examples"][number]) {
  const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const named: readonly (readonly [string, unknown])[] = [
    ["context", context?.join("\n")],
    ["expected", expected],
    ["options", options],
    ["datapoint", facts],
    ["decides", quote],
  ];
  return named.flatMap(([name, value]) => (value === undefined ? [] : [[name, asText(value)] as const]));
}

/** The accuracy of the check measured on labeled rows, or a note that it was not measured. */
export function Accuracy({ kind, accuracy, agreement }: Pick<CheckDetail, "kind" | "accuracy" | "agreement">) {
  const tested = accuracy.filter(({ split }) => split !== "dev");
  return (
    <Section title="Accuracy">
      {tested.length === 0 && (
        <p>
          {kind === "judge"
            ? "Agreement with people is not measured: it depends on the judge model. Label its verdicts, or run validate-judges."
            : "Not measured on labeled rows: its verdicts follow from its definition."}
        </p>
      )}
      {agreement.labels > 0 && (
        <p>
          Agrees with people on <b className="num">{agreement.agreed}</b> of <b className="num">{agreement.labels}</b>{" "}
          labeled datapoints of this project.
        </p>
      )}
      {tested.length > 0 && (
        <ScrollRegion className="scroll-x" label="Measured accuracy">
          <table className="table">
            <thead>
              <tr>
                <th>Labeled set</th>
                <th>Precision</th>
                <th>Recall</th>
                <th>False alarms</th>
                <th>Of a simple detector</th>
              </tr>
            </thead>
            <tbody>
              {tested.map(({ set, group, checks, ...result }) => (
                <tr key={`${set} ${group}`}>
                  <td>
                    {set}
                    {group === "all" ? "" : `, ${group}`}
                    {checks.length > 1 && <span className="muted small"> with {checks.length - 1} others</span>}
                  </td>
                  <td>{share(result.precision)}</td>
                  <td>{share(result.recall)}</td>
                  <td>{share(result.falsePositives)}</td>
                  <td>
                    {result.baseline ? `${share(result.baseline.precision)}; ${share(result.baseline.recall)}` : "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Section>
  );
}

type Share = CheckDetail["accuracy"][number]["precision"];

const share = (of: Share) =>
  of ? `${(of.value * 100).toFixed(1)} % (${(of.low * 100).toFixed(0)}–${(of.high * 100).toFixed(0)})` : "–";
