import { useQuery } from "@tanstack/react-query";
import { healthQuery, queuesQuery } from "../platform/api/queries.ts";
import type { PipelineHealth } from "../platform/api/types.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { bytesText, countText, durationText, percentText, Time } from "../platform/ui/format.tsx";
import { Awaited, FactList, Section } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { QueueBadge, queueNames } from "./health-card.tsx";

export const PipelinePage = () => (
  <SettingsPage title="Pipeline" about="Accepted data that is not visible yet, and data that could not be stored.">
    <Queues />
    <Details />
    <DeadLetters />
  </SettingsPage>
);

function Queues() {
  const { data, error } = useQuery(queuesQuery);
  return (
    <Section title="Queues">
      <Awaited data={data} error={error} rows={4} />
      {data && (
        <FactList
          rows={data.items.map((queue) => [queueNames[queue.name], <QueueBadge key={queue.name} queue={queue} />])}
        />
      )}
    </Section>
  );
}

function Details() {
  const { data, error } = useQuery(healthQuery);
  return (
    <Section title="Storage">
      <Awaited data={data} error={error} rows={4} />
      {data && <Facts of={data.pipeline} />}
    </Section>
  );
}

const Facts = ({ of: { lagMs, waiting, engine, records, journal, stalledBatches } }: { of: PipelineHealth }) => (
  <FactList
    rows={[
      [
        "Not visible yet",
        <span className="num">
          {waiting.entries === 0
            ? "Nothing"
            : `${countText(waiting.entries)} requests (${bytesText(waiting.bytes)}), the oldest ${durationText(lagMs)} old`}
        </span>,
      ],
      ["ClickHouse", <Condition of={engine} />],
      ["Records database", <Condition of={records} />],
      [
        "Journal",
        <>
          {journal.refusal !== undefined && (
            <Badge tone="fail" sign="✕" text={`New data is refused: ${journal.refusal}`} />
          )}{" "}
          <span className="num">
            {bytesText(journal.bytes)} of {bytesText(journal.maxBytes)} ({percentText(journal.share)})
          </span>
        </>,
      ],
      ...stalledBatches.map(
        ({ stage, startedAt, items, failures, reason }) =>
          [
            "Stalled write batch",
            <>
              {countText(items)} items in stage {stage.replaceAll("_", " ")}, begun <Time at={startedAt} />,{" "}
              {countText(failures)} failed attempts{reason === undefined ? "" : `: ${reason}`}
            </>,
          ] as const,
      ),
    ]}
  />
);

const conditions = { available: "Available", away: "Does not answer", refusing: "Refuses rows" } as const;

const Condition = ({ of: { state, since, reason } }: { of: PipelineHealth["engine"] }) => (
  <>
    <Badge
      tone={state === "available" ? "ok" : "fail"}
      sign={state === "available" ? "✓" : "✕"}
      text={conditions[state]}
    />{" "}
    <span className="muted">
      {since !== undefined && (
        <>
          since <Time at={since} />
        </>
      )}{" "}
      {reason}
    </span>
  </>
);
