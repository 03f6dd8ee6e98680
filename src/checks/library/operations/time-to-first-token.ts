import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { operations } from "./shared-properties.ts";

export const timeToFirstToken = defineCheck({
  ...operations,
  name: "time_to_first_token",
  title: "Time to first token",
  description: "Milliseconds from the start of the call to the first streamed content.",
  severity: "major",
  needs: ["times"],
  output: scored("ms; pass ≤ 2000", "lower"),
  source: "OpenTelemetry gen_ai.server.time_to_first_token",
  options: z.strictObject({ max_ms: z.number().positive().default(2000) }),
  evaluate: ({ datapoint }, { max_ms: max }) =>
    datapoint.timeToFirstTokenMs === undefined
      ? skipped("no time of a first token is recorded: the call was not streamed")
      : within(datapoint.timeToFirstTokenMs, { max }, "time to first token in ms"),
});
