import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { queryOf } from "../../platform/api/query.ts";
import type { Datapoint, Message, Part, ToolRuns } from "../../platform/api/types.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { durationText } from "../../platform/ui/format.tsx";

const toolRunsQuery = (traceId: string) =>
  queryOf("GET /traces/{traceId}/tools", { path: { traceId } }, { retry: false });

const RunsContext = createContext<{
  readonly traceId: string;
  readonly runs: ToolRuns["items"];
  readonly isLoading: boolean;
}>({
  traceId: "",
  runs: [],
  isLoading: false,
});

/** Loads the tool calls of the datapoint's trace if the dialog has any. Rendering does not wait for them. */
export function ToolRunsProvider({ datapoint, children }: { datapoint: Datapoint; children: ReactNode }) {
  const { traceId, input, output } = datapoint;
  const calls = [...input, ...output].some(({ parts }) =>
    parts.some((part) => part.type === "tool_call" && part.id !== undefined),
  );
  const { data, isLoading } = useQuery({ ...toolRunsQuery(traceId), enabled: calls });
  return (
    <RunsContext.Provider value={{ traceId, runs: data?.items ?? [], isLoading }}>{children}</RunsContext.Provider>
  );
}

export function ToolRun({ callId }: { callId: string }) {
  const { traceId, runs, isLoading } = useContext(RunsContext);
  const run = runs.find((one) => one.callId === callId);
  if (isLoading) return <span className="skeleton pulse" style={{ width: 44, marginLeft: "auto" }} />;
  if (!run) return null;
  return (
    <>
      {run.status === "error" && <span className="chip fail">failed</span>}
      <span className="grow" />
      <TextLink
        text={durationText(run.durationMs)}
        to="/traces/$traceId"
        params={{ traceId }}
        search={{ span: run.spanId }}
        title="Its span in the trace"
      />
    </>
  );
}

export type ToolResult = Extract<Part, { type: "tool_result" }>;

/** Returns results by the id of their call, so that a call shows its result. */
export function resultsOf(messages: readonly Message[]): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (const { parts } of messages) {
    for (const part of parts) if (part.type === "tool_result" && part.id !== undefined) results.set(part.id, part);
  }
  return results;
}
