import type { NewDatapoint } from "../contract/datapoint.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import type { ProjectId } from "../domain/ids.ts";
import { spanOf } from "../receivers/recorded-span.ts";
import type { ApiNeeds } from "./needs.ts";
import { refusal } from "./route.ts";

/**
 * A model call that a request holds, read by the same recognition as everything else, so that its verdicts are those
 * it would get when recorded. `field` is where in the request it stands.
 */
export function createGivenCall({ recognize, now }: Pick<ApiNeeds, "recognize" | "now">) {
  return (projectId: ProjectId, call: NewDatapoint, field: string): Datapoint => {
    const at = now();
    const item = spanOf(call, at);
    const parts = [{ item, source: "api" as const, receivedAt: at }];
    const { datapoints, spans } = recognize({ projectId, traceId: item.traceId, spans: parts, logs: [] });
    const [datapoint] = datapoints;
    if (!datapoint) throw refusal("invalid-request", `this is no model call: ${spans[0]?.because ?? ""}`, field);
    return datapoint;
  };
}
