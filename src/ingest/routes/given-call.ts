import type { NewDatapoint } from "../../datapoints/contract/datapoint.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { refusal } from "../../server/routes/route.ts";
import { spanOf } from "../recorded-span.ts";

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
