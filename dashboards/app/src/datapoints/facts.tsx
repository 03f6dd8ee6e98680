import { Link } from "@tanstack/react-router";
import type { Datapoint, Evidence, Verdict } from "../api/types.ts";
import { costText, countText, durationText, shortId } from "../ui/format.ts";
import { Time } from "../ui/time.tsx";

/** Passages that failed checks point at. */
export const evidenceOf = (verdicts: readonly Verdict[]): readonly Evidence[] =>
  verdicts.filter(({ state }) => state === "failed").flatMap(({ evidence }) => evidence);

/** The few numbers one looks for first, and what the call failed with. */
export function FactsLine({ datapoint, named = false }: { datapoint: Datapoint; named?: boolean }) {
  const { operation, responseModel, requestModel, sessionId } = datapoint;
  const { startedAt, durationMs, timeToFirstTokenMs, usage, cost, error, traceId } = datapoint;
  return (
    <>
      <div className="line small muted">
        {named && (
          <b>
            {operation} {responseModel ?? requestModel}
          </b>
        )}
        <span>
          {named && "· "}
          <Time at={startedAt} /> · {durationText(durationMs)}
        </span>
        {timeToFirstTokenMs !== undefined && <span>· first token {durationText(timeToFirstTokenMs)}</span>}
        <span>
          ·{" "}
          {usage.inputTokens === undefined && usage.outputTokens === undefined
            ? "no tokens reported"
            : `${usage.inputTokens ?? "–"} → ${usage.outputTokens ?? "–"} tokens`}
        </span>
        <span>· {cost ? `${costText(cost.usd)}${cost.complete ? "" : " or more"}` : "no price known"}</span>
        <span>
          · trace{" "}
          <Link to="/traces/$traceId" params={{ traceId }} search={{ span: datapoint.spanId }} className="mono">
            {shortId(traceId)}
          </Link>
        </span>
        {named && (
          <span>
            · datapoint{" "}
            <Link to="/datapoints/$id" params={{ id: datapoint.id }} className="mono">
              {shortId(datapoint.id)}
            </Link>
          </span>
        )}
        {named && sessionId !== undefined && (
          <span>
            · session{" "}
            <Link to="/sessions/$id" params={{ id: sessionId }} className="mono">
              {shortId(sessionId)}
            </Link>
          </span>
        )}
      </div>
      {error && (
        <div className="note warn">
          <strong>
            {error.type.replaceAll("_", " ")}
            {error.status === undefined ? "" : ` · HTTP ${error.status}`}
            {error.code === undefined ? "" : ` · ${error.code}`}
          </strong>
          {error.message !== undefined && <span className="plain">{error.message}</span>}
        </div>
      )}
    </>
  );
}

/** Everything else that is known of a call; what is not known is not listed. */
export function Facts({ datapoint }: { datapoint: Datapoint }) {
  const { usage, params } = datapoint;
  const facts: readonly (readonly [string, unknown])[] = [
    ["Source", `${datapoint.source} · ${datapoint.convention}`],
    ["Provider", datapoint.provider],
    ["Requested model", datapoint.requestModel],
    ["Answering model", datapoint.responseModel],
    ["Response id", datapoint.responseId],
    ["Finish", datapoint.finishReasons.join(", ")],
    ["Streamed", datapoint.streaming === undefined ? undefined : datapoint.streaming ? "yes" : "no"],
    ...Object.entries(usage).map(([name, count]) => [words(name), countText(count ?? 0)] as const),
    ...Object.entries(params).map(([name, value]) => [words(name), JSON.stringify(value)] as const),
    ["Service", datapoint.service],
    ["Environment", datapoint.environment],
    ["Release", datapoint.release],
    ["Tags", datapoint.tags.join(", ")],
    ...Object.entries(datapoint.metadata).map(
      ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
    ),
    ["Flags", datapoint.flags.map((flag) => flag.replaceAll("_", " ")).join(", ")],
  ];
  return (
    <dl className="facts">
      {datapoint.sessionId !== undefined && (
        <>
          <dt>Session</dt>
          <dd>
            <Link to="/sessions/$id" params={{ id: datapoint.sessionId }}>
              {datapoint.sessionId}
            </Link>
          </dd>
        </>
      )}
      {datapoint.userId !== undefined && (
        <>
          <dt>User</dt>
          <dd>
            <Link to="/datapoints" search={{ q: `user:="${datapoint.userId}"` }}>
              {datapoint.userId}
            </Link>
          </dd>
        </>
      )}
      {facts
        .filter(([, value]) => value !== undefined && value !== "")
        .map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

const words = (name: string) => {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
