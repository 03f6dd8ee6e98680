import { type Convention, context } from "../../assembly/convention.ts";
import { readGenAi } from "../../shapes/call-reading.ts";

/** Reads CrewAI's telemetry: crews and tasks, never a model call. Other instrumentations record its calls. */
export const crewai: Convention = {
  name: "crewai",
  claim: (span) =>
    span.scope.name === "crewai.telemetry" ? context("CrewAI's own telemetry records no model calls") : undefined,
  read: readGenAi,
};
