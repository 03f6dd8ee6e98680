import type { Datapoint } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { requestPart } from "./shared-properties.ts";

export const requestMetadataPresent = defineCheck({
  ...requestPart,
  name: "request_metadata_present",
  title: "Required metadata present",
  description:
    "Every required key is set and not blank: user_id, session_id, environment, release, service, or a key of the metadata.",
  severity: "minor",
  tier: 3,
  judges: "operation",
  targets: ["metadata"],
  needs: ["config"],
  source: "practice of observability",
  options: z.strictObject({ required: z.array(z.string().min(1)).max(100).default([]) }),
  evaluate: ({ datapoint }, { required }) => {
    if (required.length === 0) return skipped("no keys are configured");
    const missing = required.filter((key) => isBlank(valueOf(datapoint, key)));
    return property(missing.length === 0, missing.length === 0 ? "every key is set" : `not set: ${missing.join(", ")}`);
  },
});

function valueOf(datapoint: Datapoint, key: string): unknown {
  const own = {
    user_id: datapoint.userId,
    session_id: datapoint.sessionId,
    environment: datapoint.environment,
    release: datapoint.release,
    service: datapoint.service,
  };
  return (Object.hasOwn(own, key) ? own[key as keyof typeof own] : undefined) ?? datapoint.metadata.get(key);
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");
