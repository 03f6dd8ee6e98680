import { callError, defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const streamIncomplete = defineCheck({
  ...operations,
  name: "stream_incomplete",
  title: "Stream ended abnormally",
  description: "A streamed response broke off: no finish reason came, or the call never ended.",
  severity: "major",
  finds: "error",
  output: passesWhenFalse,
  source: "Server-Sent Events contract of the providers",
  options: z.strictObject({}),
  evaluate: ({ datapoint }) => {
    if (datapoint.streaming !== true) return skipped("the call was not streamed");
    if (datapoint.error && datapoint.error.type !== "stream_interrupted") return skipped("the call failed");
    if (datapoint.flags.includes("partial")) return callError("stream_interrupted", "the stream never ended");
    if (datapoint.error) return callError("stream_interrupted", datapoint.error.message ?? "the stream broke off");
    if (datapoint.finishReasons.length === 0) return callError("stream_interrupted", "no finish reason was streamed");
    return defect(false, "the stream ended with a finish reason");
  },
});
