import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { newestDatapointQuery, queuesQuery } from "../platform/api/queries.ts";
import type { Health, QueueState } from "../platform/api/types.ts";
import { Badge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { countText, durationText, Time } from "../platform/ui/format.tsx";
import { Skeleton, Wrong } from "../platform/ui/page.tsx";
import { BreakingName } from "../platform/ui/prose.tsx";
import { StoreRows, storesQuery } from "../platform/ui/store-rows.tsx";
import { LastRejected } from "./last-rejected.tsx";

export function HealthCard({ health, error }: { health: Health | undefined; error: Error | null }) {
  const newest = useQuery({ ...newestDatapointQuery, refetchInterval: 15_000 });
  const stores = useQuery({ ...storesQuery, refetchInterval: 15_000 });
  const row = newest.data?.[0];
  return (
    <section className="card stack" aria-label="Health">
      <h2>Health, last 24 hours</h2>
      {error && <Wrong error={error} />}
      {!health && !error && <Skeleton rows={5} />}
      {health && (
        <>
          <div className="stats">
            <Stat count={health.datapoints} of="datapoints" />
            <Stat count={health.errors} of="failed calls" q="is:error" />
            <Stat count={health.contentMissing} of="without content" q="is:content_missing" />
          </div>
          {health.unavailable.length > 0 && (
            <p className="note warn" role="status">
              <span>
                Some metrics are missing. {[...new Set(health.unavailable.map(({ reason }) => reason))].join(" ")}
              </span>
            </p>
          )}
          <p aria-busy={newest.isPending}>
            {newest.error && !row ? (
              <span className="muted">The time of the last datapoint could not be loaded.</span>
            ) : row ? (
              <>
                Last datapoint <Time at={row.partitionTime} />{" "}
                <span className="muted">
                  ({row.source}) · {durationText(health.pipeline.lagMs)} behind
                </span>
              </>
            ) : (
              <span className="muted">{newest.isPending ? "…" : "No datapoint in the last 30 days"}</span>
            )}
          </p>
          {health.hints.map((hint) => (
            <p className="note warn" key={hint}>
              <span>{namesMarked(hint)}</span>
            </p>
          ))}
          {health.rejected.length > 0 && (
            <details>
              <summary>
                {countText(health.rejected.reduce((sum, { count }) => sum + count, 0))} rejected, by reason
              </summary>
              <dl className="facts" style={{ marginTop: 8 }}>
                {health.rejected.map(({ unit, signal, reason, count, lastAt }) => (
                  <div key={`${unit} ${signal} ${reason}`} style={{ display: "contents" }}>
                    <dt className="num">
                      {countText(count)} {signal} {unit}
                    </dt>
                    <dd>
                      <Rejection reason={reason} />{" "}
                      <span className="muted">
                        last <Time at={lastAt} />
                      </span>
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
          <LastRejected requests={health.lastRejected ?? []} />
        </>
      )}
      {stores.isPending && <Skeleton rows={2} />}
      <dl className="facts">
        <StoreRows stores={stores.data ?? []} />
        <Queues />
      </dl>
    </section>
  );
}

/** Formats names of variables as code, and lets them break at underscores. */
const namesMarked = (text: string) =>
  text.split(/(\b[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:=\w+)?)/).map((piece, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text never move
    index % 2 === 1 ? <BreakingName key={index} name={piece} /> : piece,
  );

function Queues() {
  const { data } = useQuery(queuesQuery);
  return data?.items.map((queue) => {
    if (queue.state === "idle") return null;
    return (
      <div key={queue.name} style={{ display: "contents" }}>
        <dt>
          <Link to="/settings/pipeline">{queueNames[queue.name]}</Link>
        </dt>
        <dd>
          <QueueBadge queue={queue} />
        </dd>
      </div>
    );
  });
}

function Rejection({ reason }: { reason: string }) {
  const { explanation, fix } = rejectionOf(reason);
  return (
    <>
      {explanation}
      {fix !== undefined && <>: {fix}</>}.
    </>
  );
}

const Stat = ({ count, of, q = "" }: { count: number | undefined; of: string; q?: string }) => (
  <div className="stat">
    <b>{count === undefined ? "–" : countText(count)}</b>
    {count !== undefined && count > 0 ? (
      <TextLink text={of} to="/datapoints" search={{ q }} />
    ) : (
      <span className="muted">{of}</span>
    )}
  </div>
);

/** Reasons of rejections in rejections, with what the client can fix. */
const rejections: Readonly<Record<string, readonly [explanation: string, fix: string]>> = {
  invalid: ["the body could not be read", "check that the exporter speaks http/protobuf or http/json"],
  too_large: ["too large", "send smaller batches: OTEL_BSP_MAX_EXPORT_BATCH_SIZE"],
  bad_trace_id: ["no trace id of 16 bytes", "let an OpenTelemetry SDK make it"],
  bad_span_id: ["no span id of 8 bytes", "let an OpenTelemetry SDK make it"],
  bad_parent_id: ["a parent id that is not 8 bytes", "let an OpenTelemetry SDK make it"],
  too_deep: ["a value nested too deep", "send it as JSON text"],
  too_many_attributes: ["too many attributes", "leave out attributes that nobody searches for"],
  too_many_parts: ["more parts than its bytes can hold", "check the encoder: this isn't a valid span"],
  bad_wire: ["not protobuf inside", "check the encoder, or a proxy in between"],
  bad_json: ["a JSON field of the wrong type", "compare it with the OTLP/JSON specification"],
  bad_number: ["a JSON number outside of its type", "compare it with the OTLP/JSON specification"],
};

function rejectionOf(reason: string): { readonly explanation: string; readonly fix?: string } {
  const [explanation, fix] = rejections[reason] ?? [reason.replaceAll(/[-_]/g, " ")];
  return fix === undefined ? { explanation } : { explanation, fix };
}

export const queueNames: Readonly<Record<QueueState["name"], string>> = {
  pipeline: "Pipeline",
  dead_letters: "Dead letters",
  judges: "Judges",
  programs: "Custom checks",
  notifications: "Notifications",
};

export function QueueBadge({ queue: { state, waiting = 0, oldestAt, reason } }: { queue: QueueState }) {
  if (state === "idle") {
    return <Badge tone="ok" sign="✓" text="Idle" />;
  }
  if (state === "moving") {
    return (
      <span className="num">
        {countText(waiting)} waiting{" "}
        {oldestAt !== undefined && (
          <span className="muted">
            (oldest <Time at={oldestAt} />)
          </span>
        )}
      </span>
    );
  }
  return (
    <Badge
      tone="warn"
      sign="▲"
      text={`${state === "stalled" ? "Stalled" : "Unknown"}: ${reason ?? "no reason is known"}`}
    />
  );
}
