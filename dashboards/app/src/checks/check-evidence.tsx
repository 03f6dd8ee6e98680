import { useMutation, useQuery } from "@tanstack/react-query";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { checkVersionsQuery } from "../platform/api/queries.ts";
import type { CheckDetail, CheckVersion } from "../platform/api/types.ts";
import { VerdictBadge } from "../platform/ui/badges.tsx";
import { Button } from "../platform/ui/button.tsx";
import { Time } from "../platform/ui/format.tsx";
import { Section, Wrong } from "../platform/ui/page.tsx";
import { Table } from "../platform/ui/table.tsx";

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
        <Table
          label="Measured accuracy"
          head={["Labeled set", "Precision", "Recall", "False alarms", "Of a simple detector"]}
        >
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
              <td>{result.baseline ? `${share(result.baseline.precision)}; ${share(result.baseline.recall)}` : "–"}</td>
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

type Share = CheckDetail["accuracy"][number]["precision"];

const share = (of: Share) =>
  of ? `${(of.value * 100).toFixed(1)} % (${(of.low * 100).toFixed(0)}–${(of.high * 100).toFixed(0)})` : "–";

interface Props {
  readonly name: string;
  readonly current: number;
  readonly onTake: (version: CheckVersion) => void;
}

export function Versions({ name, current, onTake }: Props) {
  const path = { name };
  const { data, error } = useQuery(checkVersionsQuery(name));
  const compare = useMutation({
    mutationFn: (from: number) =>
      callApi("POST /checks/{name}/compare", { path, body: { from, to: current, limit: 50 } }),
  });
  return (
    <section className="card stack" aria-label="Versions">
      <h2>Versions</h2>
      {error && <Wrong error={error} />}
      <ul className="stack" style={{ gap: 6 }}>
        {data?.items.map((version) => (
          <li key={version.number} className="line">
            <b className="num">v{version.number}</b>
            <span className="muted small">
              <Time at={version.createdAt} /> by {version.by}
            </span>
            <span className="grow" />
            {version.number !== current && (
              <>
                <ForMembers>
                  <Button
                    text={`Compare v${version.number} with v${current}`}
                    onClick={() => compare.mutate(version.number)}
                    disabled={compare.isPending}
                  />
                </ForMembers>
                <Button text={`Edit v${version.number}`} onClick={() => onTake(version)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {compare.error && <Wrong error={compare.error} />}
      {compare.data && (
        <p role="status">
          Of {compare.data.items.length} datapoints <b className="num">{compare.data.flips}</b> flip from v
          {compare.variables} to v{current}:{" "}
          {compare.data.items
            .filter(({ flips }) => flips)
            .map(({ datapoint, verdict, against }) => (
              <span key={datapoint.id} className="chip">
                {against?.verdict.state} → {verdict.state}: {datapoint.outputPreview.slice(0, 40)}
              </span>
            ))}
        </p>
      )}
    </section>
  );
}
