import { useQuery } from "@tanstack/react-query";
import { Sparkline } from "../dashboards/charts/sparkline.tsx";
import { monitorStatusQuery, queuesQuery } from "../platform/api/queries.ts";
import type { MonitorStatus } from "../platform/api/types.ts";
import { MonitorBadge } from "../platform/ui/badges.tsx";
import { TextLink } from "../platform/ui/button.tsx";
import { costText, countText, Time } from "../platform/ui/format.tsx";
import { Awaited, FactList } from "../platform/ui/page.tsx";

export function MonitorStatusCard({ id }: { id: string }) {
  const { data, error } = useQuery(monitorStatusQuery(id));
  return (
    <section className="card stack" aria-label="Is it working?">
      <div className="line">
        <h2>Is it working?</h2>
        <span className="grow" />
        {data && <MonitorBadge state={data.state} />}
      </div>
      <Awaited data={data} error={error} rows={3} />
      {data && <StatusDetails status={data} />}
    </section>
  );
}

function StatusDetails({ status }: { status: MonitorStatus }) {
  const { verdicts, broken, queue, missed } = status;
  return (
    <>
      <p>{status.reason}</p>
      {missed && (
        <p className="small">
          <TextLink text="The newest datapoint" to="/datapoints/$id" params={{ id: missed.datapointId }} /> did not
          match: {missed.reason}
        </p>
      )}
      <HourlySpark status={status} />
      <FactList
        rows={[
          [
            "Last match",
            status.lastMatchedAt === undefined ? "more than 30 days ago" : <Time at={status.lastMatchedAt} />,
          ],
          ["Last verdict", status.lastEvaluatedAt === undefined ? "none today" : <Time at={status.lastEvaluatedAt} />],
          [
            "Datapoints, 24 h",
            <TextLink
              text={countText(status.datapoints)}
              to="/datapoints"
              search={{ q: `monitor:${status.id}`, range: "24h" }}
            />,
          ],
          ["Over the limit, 24 h", status.overLimit > 0 && <>{countText(status.overLimit)} not checked</>],
          [
            "Verdicts, 24 h",
            <>
              {countText(verdicts.passed)} passed, {countText(verdicts.failed)} failed, {countText(verdicts.skipped)}{" "}
              skipped, {countText(verdicts.broken)} broken
            </>,
          ],
          [
            "Waiting",
            <>
              {countText(queue.waiting)}
              {queue.oldestAt !== undefined && (
                <>
                  {" "}
                  since <Time at={queue.oldestAt} />
                </>
              )}
              {queue.problem !== undefined && <>: {queue.problem}</>}
            </>,
          ],
          ["Judges, 24 h", status.judgeUsd > 0 && costText(status.judgeUsd)],
        ]}
      />
      {broken.length > 0 && (
        <>
          <h3>Broken verdicts</h3>
          <ul className="stack" style={{ gap: 4 }}>
            {broken.map(({ check, reason, count }) => (
              <li key={`${check} ${reason}`} className="small">
                <b className="num">{countText(count)}</b> <code>{check}</code> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

export function HourlySpark({ status }: { status: MonitorStatus }) {
  const failed = status.hourly.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <Sparkline
      values={status.hourly.map(({ evaluated }) => evaluated)}
      label={`${countText(status.datapoints)} datapoints checked in 24 hours, ${countText(failed)} with a failed check`}
    />
  );
}

/** Stalled queues, shown above everything else: a check that does not run must not look like one that passes. */
export function StalledQueues() {
  const { data } = useQuery(queuesQuery);
  const stalled = data?.items.filter(({ state }) => state === "stalled" || state === "unknown") ?? [];
  if (stalled.length === 0) return null;
  return (
    <div className="note warn" role="status">
      <strong>Processing is stalled</strong>
      {stalled.map(({ name, reason }) => (
        <span key={name}>{reason}</span>
      ))}
    </div>
  );
}
