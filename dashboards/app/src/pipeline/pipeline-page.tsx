import { useQuery } from "@tanstack/react-query";
import { healthQuery } from "../platform/api/queries.ts";
import { queuesQuery } from "../platform/api/queues.ts";
import type { PipelineHealth } from "../platform/api/types.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { bytesText, countText, durationText, percentText, Time } from "../platform/ui/format.tsx";
import { Section, Skeleton, Wrong } from "../platform/ui/page.tsx";
import { SettingsPage } from "../platform/ui/settings-page.tsx";
import { DeadLetters } from "./dead-letters.tsx";
import { QueueBadge, queueNames } from "./queue-badge.tsx";

/** Shows what is accepted but not visible yet, why, and the possible actions. */
export function PipelinePage() {
  return (
    <SettingsPage title="Pipeline" about="Accepted data that is not visible yet, and data that could not be stored.">
      <Queues />
      <Details />
      <DeadLetters />
    </SettingsPage>
  );
}

function Queues() {
  const { data, error } = useQuery(queuesQuery);
  return (
    <Section title="Queues">
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && (
        <dl className="facts">
          {data.items.map((queue) => (
            <div key={queue.name} style={{ display: "contents" }}>
              <dt>{queueNames[queue.name]}</dt>
              <dd>
                <QueueBadge queue={queue} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  );
}

function Details() {
  const { data, error } = useQuery(healthQuery);
  return (
    <Section title="Storage">
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && <Facts of={data.pipeline} />}
    </Section>
  );
}

function Facts({ of: { lagMs, waiting, engine, records, journal, stalledBatches } }: { of: PipelineHealth }) {
  return (
    <dl className="facts">
      <dt>Not visible yet</dt>
      <dd className="num">
        {waiting.entries === 0
          ? "Nothing"
          : `${countText(waiting.entries)} requests (${bytesText(waiting.bytes)}), the oldest ${durationText(lagMs)} old`}
      </dd>
      <dt>ClickHouse</dt>
      <dd>
        <Condition of={engine} />
      </dd>
      <dt>Records database</dt>
      <dd>
        <Condition of={records} />
      </dd>
      <dt>Journal</dt>
      <dd>
        {journal.refusal !== undefined && (
          <Badge tone="fail" sign="✕" text={`New data is refused: ${journal.refusal}`} />
        )}{" "}
        <span className="num">
          {bytesText(journal.bytes)} of {bytesText(journal.maxBytes)} ({percentText(journal.share)})
        </span>
      </dd>
      {stalledBatches.map(({ stage, startedAt, items, failures, reason }) => (
        <div key={`${stage} ${startedAt}`} style={{ display: "contents" }}>
          <dt>Stalled write batch</dt>
          <dd>
            {countText(items)} items in stage {stage.replaceAll("_", " ")}, begun <Time at={startedAt} />,{" "}
            {countText(failures)} failed attempts{reason === undefined ? "" : `: ${reason}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const conditions = { available: "Available", away: "Does not answer", refusing: "Refuses rows" } as const;

function Condition({ of: { state, since, reason } }: { of: PipelineHealth["engine"] }) {
  return (
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
}
