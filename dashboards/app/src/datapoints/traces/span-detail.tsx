import { useQuery } from "@tanstack/react-query";
import type { TraceSpan } from "../../platform/api/types.ts";
import { IconButton, TextLink } from "../../platform/ui/button.tsx";
import { CopyButton } from "../../platform/ui/copy-button.tsx";
import { durationText, shortId, Time } from "../../platform/ui/format.tsx";
import { Awaited } from "../../platform/ui/page.tsx";
import { ScrollRegion } from "../../platform/ui/table.tsx";
import { JsonView } from "../dialog/json-view.tsx";
import { spanQuery } from "./use-tree.ts";

export function SpanDetail({ traceId, spanId, onClose }: { traceId: string; spanId: string; onClose: () => void }) {
  const { data, error } = useQuery(spanQuery(traceId, spanId));
  return (
    <ScrollRegion className="peek stack" label="Span">
      <div className="line">
        <h2 className="cut grow">{data?.span.name ?? "Span"}</h2>
        <CopyButton compact label="Copy span id" text={spanId} />
        {data?.span.datapointId !== undefined && (
          <TextLink
            text="Open datapoint"
            to="/datapoints/$id"
            params={{ id: data.span.datapointId }}
            className="button"
          />
        )}
        <IconButton icon="close" label="Close the span" onClick={onClose} />
      </div>
      <Awaited data={data} error={error} rows={6} />
      {data && (
        <>
          <p className="muted">
            <Time at={data.span.startedAt} clock /> · {durationText(data.span.durationMs)}
            {data.span.service !== undefined && ` · ${data.span.service}`} · {data.span.scope}
          </p>
          {data.span.status === "error" && (
            <p className="note warn">{data.span.statusMessage ?? "This span failed without a message."}</p>
          )}
          <p>{data.span.reason}</p>
          {data.span.events.length > 0 && <Events events={data.span.events} />}
          {data.span.links && data.span.links.length > 0 && <Links links={data.span.links} />}
          <section className="stack" aria-label="Attributes">
            <h3 className="muted">Attributes</h3>
            <JsonView value={data.span.attributes} />
          </section>
          {data.logs.length > 0 && (
            <section className="stack" aria-label="Log records">
              <h3 className="muted">Log records</h3>
              {data.logs.map(({ at, eventName, attributes, reason }) => (
                <details className="part" key={`${at} ${eventName} ${reason}`}>
                  <summary>
                    {eventName ?? "record"} <span className="muted">{reason}</span>
                  </summary>
                  <div className="body">
                    <JsonView value={attributes} />
                  </div>
                </details>
              ))}
            </section>
          )}
        </>
      )}
    </ScrollRegion>
  );
}

type Events = TraceSpan["span"]["events"];

const Events = ({ events }: { events: Events }) => (
  <section className="stack" aria-label="Events">
    <h3 className="muted">
      Events <span className="num">{events.length}</span>
    </h3>
    {events.map(({ name, at, attributes }, index) => {
      const { "exception.stacktrace": stack, ...others } = attributes;
      return (
        <details className="part" key={`${at} ${index}`} open={name === "exception"}>
          <summary>
            {name} <Time at={at} clock />
          </summary>
          <div className="body stack">
            {Object.keys(others).length > 0 && <JsonView value={others} />}
            {typeof stack === "string" && (
              <pre tabIndex={0} aria-label="Stack trace">
                {stack}
              </pre>
            )}
          </div>
        </details>
      );
    })}
  </section>
);

type Links = NonNullable<TraceSpan["span"]["links"]>;

/** Shows linked spans, such as the inputs of a batch or a queue; most are in other traces. */
const Links = ({ links }: { links: Links }) => (
  <section className="stack" aria-label="Links">
    <h3 className="muted">
      Links <span className="num">{links.length}</span>
    </h3>
    {links.map(({ traceId, spanId, attributes }) => (
      <div key={`${traceId} ${spanId}`} className="stack">
        <TextLink
          text={`span ${shortId(spanId)} of trace ${shortId(traceId)}`}
          to="/traces/$traceId"
          params={{ traceId }}
          search={{ span: spanId }}
          className="mono"
        />
        {Object.keys(attributes).length > 0 && <JsonView value={attributes} />}
      </div>
    ))}
  </section>
);
