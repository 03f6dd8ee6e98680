import type { Datapoint } from "../platform/api/types.ts";
import { TextLink } from "../platform/ui/button.tsx";

/** Shows what failed: the call's own error, and the steps of the trace that failed around it, with stack traces. */
export function Failures({
  datapoint: { error, failedSteps = [], flags, traceId },
}: {
  readonly datapoint: Datapoint;
}) {
  const isNeverCalled = flags.includes("never_called");
  return (
    <>
      {error && !isNeverCalled && (
        <div className="note warn">
          <strong>
            {error.type.replaceAll("_", " ")}
            {error.status === undefined ? "" : ` · HTTP ${error.status}`}
            {error.code === undefined ? "" : ` · ${error.code}`}
          </strong>
          {error.message !== undefined && <span className="plain">{error.message}</span>}
          <Stack text={error.stack} />
        </div>
      )}
      {isNeverCalled && <p className="muted">The model was never called: a step of the trace failed first.</p>}
      {failedSteps.map(({ spanId, kind, name, error: { type, providerType, message, stack } }) => (
        <section className="note warn" key={spanId} aria-label={`Failed step ${name}`}>
          <strong>
            {kind === "app" ? "" : `${kind} `}
            <TextLink text={name} to="/traces/$traceId" params={{ traceId }} search={{ span: spanId }} /> ·{" "}
            {type.replaceAll("_", " ")}
          </strong>
          <span className="plain">{[providerType, message].filter((text) => text !== undefined).join(": ")}</span>
          <Stack text={stack} />
        </section>
      ))}
    </>
  );
}

const Stack = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable by keyboard
    <pre className="small" tabIndex={0} aria-label="Stack trace">
      {text}
    </pre>
  );
