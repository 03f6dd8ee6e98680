import type { ProjectId } from "../../platform/ids.ts";
import { refusal } from "../../server/service.ts";
import type { Recognize } from "../assembly/recognition.ts";
import type { NewDatapoint } from "../contract/datapoint.ts";
import type { Datapoint } from "../datapoint.ts";
import { spanOf } from "../sources/recorded-span.ts";

interface GivenCallDependencies {
  readonly recognize: Recognize;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Returns a function that reads a model call inside a request like any received call, so that its verdicts are the
 * same as if it were recorded. `field` is its position in the request, for error messages.
 */
export function createGivenCall({ recognize, now }: GivenCallDependencies) {
  return (projectId: ProjectId, call: NewDatapoint, field: string): Datapoint => {
    const at = now();
    const item = spanOf(call, at);
    const parts = [{ item, source: "api" as const, receivedAt: at }];
    const { datapoints, spans } = recognize({ projectId, traceId: item.traceId, spans: parts, logs: [] });
    const [datapoint] = datapoints;
    if (!datapoint) throw refusal("invalid-request", `this isn't a model call: ${spans[0]?.reason ?? ""}`, field);
    return datapoint;
  };
}
