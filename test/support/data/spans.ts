import type { AttributeValue, LogRecord, Span } from "../../../src/otlp/span.ts";

const scope = (name: string) => ({ name, version: "1.0.0", attributes: new Map() });
const startNs = 1_790_000_000_000_000_000n;

/** Returns a span for a test; omitted members are those of a plain client span. */
export function spanOf(
  overrides: Partial<Omit<Span, "attributes" | "scope">> & {
    scope?: string;
    attributes?: Record<string, AttributeValue>;
  },
): Span {
  const { attributes = {}, scope: scopeName = "test", ...rest } = overrides;
  return {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    name: "span",
    kind: 3,
    startNs,
    endNs: startNs + 1_000_000_000n,
    droppedCount: 0,
    events: [],
    status: "unset",
    resource: new Map([["service.name", "app"]]),
    ...rest,
    attributes: new Map(Object.entries(attributes)),
    scope: scope(scopeName),
  };
}

export function logOf(
  overrides: Partial<Omit<LogRecord, "attributes" | "scope">> & {
    scope?: string;
    attributes?: Record<string, AttributeValue>;
  },
): LogRecord {
  const { attributes = {}, scope: scopeName = "test", ...rest } = overrides;
  return {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "b7ad6b7169203331",
    timeNs: startNs + 1000n,
    observedNs: startNs + 1000n,
    severityNumber: 9,
    resource: new Map(),
    ...rest,
    attributes: new Map(Object.entries(attributes)),
    scope: scope(scopeName),
  };
}
