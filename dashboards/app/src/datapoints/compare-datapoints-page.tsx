import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useAddress } from "../platform/address/search.ts";
import { datapointQuery } from "../platform/api/queries.ts";
import type { Datapoint, Message } from "../platform/api/types.ts";
import { VerdictBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { costText, countText, durationText, sentence, shortId } from "../platform/ui/format.tsx";
import { Checkbox } from "../platform/ui/forms/field.tsx";
import { Blank, Page, Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { Table } from "../platform/ui/table.tsx";
import { momentText } from "../platform/ui/time/zone.ts";
import { aligned, type Pair, type Piece, pieces, textOf } from "../testing/compare/aligned.ts";

export function CompareDatapointsPage() {
  const { a = "", b = "" } = useAddress();
  const [left, right] = [useQuery(datapointQuery(a)), useQuery(datapointQuery(b))];
  const error = left.error ?? right.error;
  return (
    <Page title="Compare two datapoints" tab="Compare datapoints">
      {a === "" || b === "" ? (
        <Blank title="Choose two datapoints">
          <p>
            On <Link to="/datapoints">All Datapoints</Link>, tick two rows.
          </p>
        </Blank>
      ) : error ? (
        <Wrong error={error} />
      ) : left.data && right.data ? (
        <Both left={left.data} right={right.data} />
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
}

interface Sides {
  readonly left: Datapoint;
  readonly right: Datapoint;
}

function Both({ left, right }: Sides) {
  const [onlyChanged, setOnlyChanged] = useState(false);
  const pairs = useMemo(
    () => [...aligned(left.input, right.input), ...aligned(left.output, right.output)],
    [left, right],
  );
  const shown = onlyChanged ? pairs.filter(({ same }) => !same) : pairs;
  return (
    <>
      <Section title="Call">
        <div className="compare-calls">
          <Table label="Both calls" head={["", "First", "Second"]}>
            <tr>
              <th scope="row">Datapoint</th>
              {[left, right].map(({ id }, side) => (
                // oxlint-disable-next-line react/no-array-index-key -- two sides that never move
                <td key={side}>
                  <TextLink text={shortId(id)} to="/datapoints/$id" params={{ id }} className="mono" />
                </td>
              ))}
            </tr>
            {facts.map(([name, of]) => {
              const [one, other] = [of(left), of(right)];
              if (onlyChanged && one === other) return null;
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className={one === other ? "muted" : ""}>{one}</td>
                  <td className={one === other ? "muted" : ""}>{other}</td>
                </tr>
              );
            })}
            <Verdicts left={left} right={right} />
          </Table>
        </div>
      </Section>
      <Section
        title="Dialog"
        actions={
          <Checkbox value={onlyChanged} onChange={setOnlyChanged}>
            Only what differs
          </Checkbox>
        }
      >
        {shown.length === 0 && <p className="muted">Both are the same.</p>}
        <div className="compare-two">
          {shown.map((pair, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- messages have no id and never move
            <SideBySide key={index} pair={pair} />
          ))}
        </div>
      </Section>
    </>
  );
}

const facts: readonly (readonly [string, (one: Datapoint) => string])[] = [
  ["Model", (one) => one.responseModel ?? one.requestModel ?? "–"],
  ["Provider", (one) => one.provider ?? "–"],
  ["Started", (one) => momentText(one.startedAt)],
  ["Latency", (one) => durationText(one.durationMs)],
  ["Input tokens", ({ usage }) => (usage.inputTokens === undefined ? "–" : countText(usage.inputTokens))],
  ["Output tokens", ({ usage }) => (usage.outputTokens === undefined ? "–" : countText(usage.outputTokens))],
  ["Cost", ({ cost }) => (cost ? costText(cost.usd) : "–")],
  ["Finish", (one) => one.finishReasons.join(", ") || "–"],
  ["Error", ({ error }) => (error ? sentence(error.type) : "none")],
  ["Release", (one) => one.release ?? "–"],
  ["Settings", (one) => JSON.stringify(one.params)],
];

/** Shows the checks whose verdicts differ, and the number of the others. */
function Verdicts({ left, right }: Sides) {
  const names = [...new Set([...left.verdicts, ...right.verdicts].map(({ check }) => check))].sort((a, b) =>
    a.localeCompare(b),
  );
  const stateOf = (one: Datapoint, name: string) => one.verdicts.find(({ check }) => check === name)?.state;
  const all = names.map((name) => ({ name, states: [stateOf(left, name), stateOf(right, name)] }));
  const differing = all.filter(({ states: [one, other] }) => one !== other);
  const same = all.length - differing.length;
  return (
    <>
      {differing.map(({ name, states }) => (
        <tr key={name}>
          <th scope="row">
            <code>{name}</code>
          </th>
          {states.map((state, side) => (
            // oxlint-disable-next-line react/no-array-index-key -- two sides that never move
            <td key={side}>{state ? <VerdictBadge state={state} /> : <span className="muted">not run</span>}</td>
          ))}
        </tr>
      ))}
      {same > 0 && (
        <tr>
          <th scope="row">Checks</th>
          <td colSpan={2} className="muted">
            {same} have the same verdict on both
          </td>
        </tr>
      )}
    </>
  );
}

function SideBySide({ pair: { left, right, same } }: { pair: Pair }) {
  const found = useMemo(
    () => (left && right && !same ? pieces(textOf(left), textOf(right)) : undefined),
    [left, right, same],
  );
  return (
    <>
      <MarkedMessage message={left} pieces={found?.filter(({ of }) => of !== "right")} />
      <MarkedMessage message={right} pieces={found?.filter(({ of }) => of !== "left")} />
    </>
  );
}

interface MarkedMessageProps {
  readonly message: Message | undefined;
  readonly pieces: readonly Piece[] | undefined;
}

function MarkedMessage({ message, pieces: marked }: MarkedMessageProps) {
  if (!message) return <div className="said absent">Nothing here</div>;
  return (
    <div className={`said ${message.role}`}>
      <b className="small">{sentence(message.role)}</b>
      <div className="plain">
        {marked
          ? marked.map(({ text, of }, index) => {
              // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
              if (of === "both") return <span key={index}>{text}</span>;
              // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
              return of === "left" ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
            })
          : textOf(message)}
      </div>
    </div>
  );
}
