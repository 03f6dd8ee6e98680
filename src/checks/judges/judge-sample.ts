import type { Datapoint } from "../../datapoints/index.ts";
import { datapointId, type ProjectId } from "../../platform/ids.ts";

/** A simple case that any judge gets right, for testing a connection. */
export const judgeSample = {
  check: "relevance",
  options: {},
  expectedState: "passed",
  datapoint: (projectId: ProjectId, at: number): Datapoint => ({
    id: datapointId(projectId, "judge-sample", "judge-sample"),
    projectId,
    traceId: "judge-sample",
    spanId: "judge-sample",
    source: "api",
    convention: "",
    operation: "chat",
    startedAt: at,
    endedAt: at,
    durationMs: 0,
    input: [{ role: "user", parts: [{ type: "text", text: "What is the capital of France?" }] }],
    output: [{ role: "assistant", parts: [{ type: "text", text: "The capital of France is Paris." }] }],
    tools: [],
    params: {},
    finishReasons: ["stop"],
    usage: {},
    tags: [],
    metadata: new Map(),
    attributes: new Map(),
    flags: [],
    spanIds: ["judge-sample"],
  }),
} as const;
