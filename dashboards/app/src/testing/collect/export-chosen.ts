import { send } from "../../platform/api/client.ts";
import { saveAs } from "../../platform/api/download.ts";
import { rangeOf } from "../../platform/ui/time/range.ts";
import type { Chosen } from "./chosen.ts";

/** Saves the selected datapoints in full as JSON lines, in the order of the list. */
export async function exportChosen(chosen: Exclude<Chosen, { kind: "issue" }>): Promise<void> {
  const answer = await (chosen.kind === "named"
    ? send("POST /datapoints/export", { body: { datapointIds: chosen.ids } })
    : send("GET /datapoints/export", {
        query: { q: chosen.q, ...rangeOf(chosen.range, Date.now()), format: "jsonl", content: "whole" },
      }));
  saveAs(await answer.blob(), "datapoints.jsonl");
}
