import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { CutsProvider } from "../datapoints/dialog/cuts.tsx";
import { DatapointDialog } from "../datapoints/dialog/dialog.tsx";
import { JsonView } from "../datapoints/dialog/json-view.tsx";
import { VerdictLabels } from "../datapoints/dialog/verdict-labels.tsx";
import { Verdicts } from "../datapoints/dialog/verdicts.tsx";
import { evidenceOf, FactsLine } from "../datapoints/facts.tsx";
import { SpanRow } from "../datapoints/traces/span-row.tsx";
import { zoomOf } from "../datapoints/traces/trace-request.ts";
import { useTree } from "../datapoints/traces/use-tree.ts";
import type { Datapoint, Evidence, IssueDetail, Occurrence, Verdict } from "../platform/api/types.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { costText, countText, durationText } from "../platform/ui/format.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";
import { Tabs } from "../platform/ui/tabs.tsx";
import { Similar } from "./similar.tsx";

export const occurrenceTabs = [
  ["dialog", "Dialog"],
  ["trace", "Trace"],
  ["similar", "Similar"],
  ["raw", "Raw"],
] as const;
export type OccurrenceTab = (typeof occurrenceTabs)[number][0];

interface Props {
  readonly issue: IssueDetail;
  readonly occurrence: Occurrence | undefined;
  readonly occurrences: readonly Occurrence[];
  readonly datapoint: Datapoint;
  readonly tab: OccurrenceTab;
  readonly onTab: (tab: OccurrenceTab) => void;
  /** Compares it with a passing call; undefined while one is being searched. */
  readonly onCompare: (() => void) | undefined;
}

export function OccurrenceView({ issue, occurrence, occurrences, datapoint, tab, onTab, onCompare }: Props) {
  const own = datapoint.verdicts.find(({ check }) => check === issue.check);
  const others = datapoint.verdicts.filter(({ check, state }) => check !== issue.check && state === "failed");
  const ownEvidence = occurrence?.evidence ?? [];
  const evidence = ownEvidence.length > 0 ? ownEvidence : evidenceOf(own ? [own] : []);
  const [wanted, setWanted] = useState<{ readonly passage: string }>();
  useEffect(() => {
    if (wanted && tab === "dialog") showPassage(wanted.passage);
  }, [wanted, tab]);
  return (
    <>
      <Why
        issue={issue}
        explanation={occurrence?.explanation ?? issue.explanation}
        evidence={evidence}
        verdict={own}
        of={datapoint.id}
        onShow={(passage) => {
          onTab("dialog");
          setWanted({ passage });
        }}
      />
      {others.length > 0 && (
        <section className="stack" aria-label="Also failing">
          <h2>Also failing here</h2>
          <Verdicts verdicts={others} of={datapoint.id} />
        </section>
      )}
      <div className="line">
        <Tabs label="View of the occurrence" tabs={occurrenceTabs} chosen={tab} onChoose={onTab} />
        <span className="grow" />
        <Button
          text="Compare with last passing call"
          className="quiet"
          disabled={onCompare === undefined}
          onClick={onCompare}
        />
        <TextLink
          text="Create check from this"
          to="/checks/new"
          search={{ example: datapoint.id, issue: `${issue.number}` }}
          className="button quiet"
        />
      </div>
      {tab === "dialog" && (
        <section className="stack" aria-label="Dialog">
          <FactsLine datapoint={datapoint} named />
          <DatapointDialog key={datapoint.id} datapoint={datapoint} evidence={evidence} />
        </section>
      )}
      {tab === "trace" && <TraceTab datapoint={datapoint} />}
      {tab === "similar" && <Similar issue={issue} occurrences={occurrences} current={datapoint.id} />}
      {tab === "raw" && (
        <CutsProvider datapoint={datapoint}>
          <section className="card" aria-label="Raw">
            <JsonView value={datapoint} pointer="" />
          </section>
        </CutsProvider>
      )}
    </>
  );
}

/** Scrolls to the last highlight of the passage, because an answer follows the question that it quotes. */
function showPassage(passage: string): void {
  const highlights = [...document.querySelectorAll<HTMLElement>(".dialog mark")];
  const highlight = highlights.findLast(({ textContent }) => textContent === passage) ?? highlights.at(-1);
  highlight?.scrollIntoView({ block: "center" });
  highlight?.focus({ preventScroll: true });
}

interface WhyProps {
  readonly issue: IssueDetail;
  /** The explanation of this occurrence; that of the issue if the occurrence is unknown. */
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly verdict: Verdict | undefined;
  readonly of: string;
  readonly onShow: (passage: string) => void;
}

const Why = ({ issue, explanation, evidence, verdict, of, onShow }: WhyProps) => (
  <section className="card why stack" aria-label="Explanation">
    <header className="line">
      <h2>Why it is an issue</h2>
      <span className="grow" />
      {verdict && <VerdictLabels check={verdict.check} state={verdict.state} of={of} />}
    </header>
    <p className="reason">{explanation}</p>
    {evidence.slice(0, 4).map(({ text, start, target }) => (
      <blockquote key={`${target} ${start}`}>
        <q>{text.slice(0, 300)}</q>
        <Button
          text={`Show in the ${target.replaceAll("_", " ")}`}
          className="link small"
          onClick={() => onShow(text)}
        />
      </blockquote>
    ))}
    {issue.advice && (
      <p>
        <b>{issue.advice.acts === "you" ? "What you can do" : "The provider acts"}:</b> {issue.advice.remedy}
      </p>
    )}
    <p className="small muted">
      Found by <TextLink text={issue.check} to="/checks/$name" params={{ name: issue.check }} className="mono" />
      {verdict && verdictText(verdict)}
    </p>
  </section>
);

function verdictText({ version, value, label, model, durationMs, costUsd }: Verdict): string {
  const score = typeof value === "number" ? [`score ${value.toFixed(2)}`] : [];
  const judged = model === undefined ? [] : [`judged by ${model} in ${durationText(durationMs)}`];
  return [
    "",
    `version ${version}`,
    ...score,
    ...(label === undefined ? [] : [label]),
    ...judged,
    ...(costUsd === undefined ? [] : [costText(costUsd)]),
  ].join(" · ");
}

const rowPx = 30;
const firstWindow = [0];

function TraceTab({ datapoint: { traceId, spanId } }: { datapoint: Datapoint }) {
  const navigate = useNavigate();
  const { rows, tree, error } = useTree({ traceId, folded: "", unfolded: "", view: "", focus: spanId }, firstWindow);
  const scroll = useRef<HTMLDivElement>(null);
  const focus = tree?.focusRow;
  useEffect(() => {
    if (focus !== undefined) scroll.current?.scrollTo({ top: (focus - 4) * rowPx });
  }, [focus]);
  if (!tree) return error ? <Wrong error={error} /> : <Skeleton rows={6} />;
  const zoom = zoomOf(undefined, tree.durationMs);
  const shown = Math.min(tree.rowCount, rows.size);
  const open = (span: string | undefined) =>
    void navigate({ to: "/traces/$traceId", params: { traceId }, search: span === undefined ? {} : { span } });
  return (
    <section className="card flush" aria-label="Trace">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard */}
      <div ref={scroll} className="waterfall short" role="tree" aria-label="Spans" tabIndex={0}>
        <div className="rows" role="presentation" style={{ height: shown * rowPx }}>
          {Array.from({ length: shown }, (_, index) => (
            <SpanRow
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place
              key={index}
              row={rows.get(index)}
              top={index * rowPx}
              zoom={zoom}
              isCurrent={index === focus}
              isFolded={false}
              onChoose={() => open(rows.get(index)?.spanId)}
              onFold={() => open(rows.get(index)?.spanId)}
            />
          ))}
        </div>
      </div>
      <p className="card-foot small muted">
        {countText(tree.spanCount)} {tree.spanCount === 1 ? "span" : "spans"}
        {tree.services.length > 0 && ` · ${tree.services.join(", ")}`} ·{" "}
        <TextLink text="Open the trace" to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }} />
      </p>
    </section>
  );
}
