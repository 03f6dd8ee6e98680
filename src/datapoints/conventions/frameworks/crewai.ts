import { type Convention, context } from "../../assembly/convention.ts";
import { readGenAi } from "../../shapes/call-reading.ts";

/** CrewAI's own telemetry: crews and tasks, never a model call. Its calls are told by another instrumentation. */
export const crewai: Convention = {
  name: "crewai",
  claim: (span) =>
    span.scope.name === "crewai.telemetry" ? context("CrewAI's own telemetry records no model calls") : undefined,
  read: readGenAi,
};
