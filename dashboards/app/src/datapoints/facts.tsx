import type { Datapoint, Evidence, Verdict } from "../platform/api/types.ts";
import { TextLink } from "../platform/ui/button.tsx";
import { costText, countText, durationText, shortId, Time } from "../platform/ui/format.tsx";
import { Failures } from "./failures.tsx";

export const evidenceOf = (verdicts: readonly Verdict[]): readonly Evidence[] =>
  verdicts.filter(({ state }) => state === "failed").flatMap(({ evidence }) => evidence);

export function FactsLine({ datapoint, named = false }: { datapoint: Datapoint; named?: boolean }) {
  const { operation, responseModel, requestModel, sessionId } = datapoint;
  const { startedAt, durationMs, timeToFirstTokenMs, usage, cost, traceId } = datapoint;
  return (
    <>
      <div className="facts-line small muted">
        {named && (
          <b>
            {operation} {responseModel ?? requestModel}
          </b>
        )}
        <Time at={startedAt} />
        <span>{durationText(durationMs)}</span>
        {timeToFirstTokenMs !== undefined && <span>first token {durationText(timeToFirstTokenMs)}</span>}
        <span>
          {usage.inputTokens === undefined && usage.outputTokens === undefined
            ? "no tokens reported"
            : `${tokensText(usage.inputTokens)} → ${tokensText(usage.outputTokens)} tokens`}
        </span>
        <span>{cost ? `${costText(cost.usd)}${cost.complete ? "" : " or more"}` : "no price known"}</span>
        <span>
          trace{" "}
          <TextLink
            text={shortId(traceId)}
            to="/traces/$traceId"
            params={{ traceId }}
            search={{ span: datapoint.spanId }}
            className="mono"
          />
        </span>
        {named && (
          <span>
            datapoint{" "}
            <TextLink
              text={shortId(datapoint.id)}
              to="/datapoints/$id"
              params={{ id: datapoint.id }}
              className="mono"
            />
          </span>
        )}
        {named && sessionId !== undefined && (
          <span>
            session{" "}
            <TextLink text={shortId(sessionId)} to="/sessions/$id" params={{ id: sessionId }} className="mono" />
          </span>
        )}
      </div>
      <Failures datapoint={datapoint} />
    </>
  );
}

const tokensText = (count: number | undefined) => (count === undefined ? "–" : countText(count));

/** A fact, and the query that finds other datapoints with the same value. */
interface Fact {
  readonly name: string;
  readonly text: string | undefined;
  readonly q?: string | undefined;
}

/** Shows all other known properties of a call. A searchable value links to the datapoints that share it. */
export function Facts({ datapoint }: { datapoint: Datapoint }) {
  const { usage, params, sessionId, tags, metadata } = datapoint;
  const searchable = (name: string, field: string, text: string | undefined): Fact => ({
    name,
    text,
    q: text === undefined ? undefined : `${field}:=${JSON.stringify(text)}`,
  });
  const resent = Number(datapoint.attributes["http.request.resend_count"] ?? 0);
  const retries = resent > 0 ? `${resent}` : undefined;
  const facts: readonly Fact[] = [
    searchable("User", "user", datapoint.userId),
    { name: "Source", text: `${datapoint.source} · ${datapoint.convention}`, q: `convention:=${datapoint.convention}` },
    searchable("Provider", "provider", datapoint.provider),
    searchable("Requested model", "model.request", datapoint.requestModel),
    searchable("Answering model", "model.response", datapoint.responseModel),
    { name: "Response id", text: datapoint.responseId },
    searchable("Finish", "finish", datapoint.finishReasons[0]),
    { name: "Streamed", text: datapoint.streaming === undefined ? undefined : datapoint.streaming ? "yes" : "no" },
    { name: "Earlier attempts", text: retries, q: retries === undefined ? undefined : `retries:${retries}` },
    ...Object.entries(usage).map(([name, count]) => ({ name: words(name), text: countText(count ?? 0) })),
    ...Object.entries(params).map(([name, value]) => ({ name: words(name), text: JSON.stringify(value) })),
    searchable("Service", "service", datapoint.service),
    searchable("Environment", "env", datapoint.environment),
    searchable("Release", "release", datapoint.release),
    ...tags.map((tag) => searchable("Tag", "tag", tag)),
    ...Object.entries(metadata).map(([name, value]) =>
      typeof value === "string"
        ? searchable(name, `meta.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}`, value)
        : { name, text: JSON.stringify(value) },
    ),
    { name: "Flags", text: datapoint.flags.map((flag) => flag.replaceAll("_", " ")).join(", ") || undefined },
  ];
  return (
    <dl className="facts roomy">
      {sessionId !== undefined && (
        <>
          <dt>Session</dt>
          <dd>
            <TextLink text={sessionId} to="/sessions/$id" params={{ id: sessionId }} />
          </dd>
        </>
      )}
      {facts.map(({ name, text, q }) =>
        text === undefined ? null : (
          <div key={`${name} ${text}`} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>
              {q === undefined ? (
                text
              ) : (
                <TextLink
                  text={text}
                  to="/datapoints"
                  search={{ q }}
                  className="plain-link like"
                  title={`All datapoints with ${q}`}
                />
              )}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const words = (name: string) => {
  const spaced = name.replace(/[A-Z]/g, (character) => ` ${character.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
