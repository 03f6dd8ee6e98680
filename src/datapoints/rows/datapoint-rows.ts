import type { RowWriter } from "../../platform/files/row-binary.ts";
import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Datapoint } from "../datapoint.ts";
import { attributeText } from "../query/attribute-text.ts";
import { searchedText } from "../text/searched-text.ts";
import { inputPreview, outputPreview } from "./preview.ts";

/** A datapoint with the monitors that matched it. */
interface MatchedDatapoint {
  readonly datapoint: Datapoint;
  readonly monitorIds: readonly MonitorId[];
}

/** Fields that all rows of one datapoint share. */
export interface RowHead {
  readonly projectId: ProjectId;
  /** Column `at`; see row-time.ts. */
  readonly at: number;
  readonly id: DatapointId;
  readonly version: number;
  readonly deleted: boolean;
}

/** Writes a row of `datapoints`, in the column order of the table. */
export function writeDatapoint(row: RowWriter, head: RowHead, { datapoint, monitorIds }: MatchedDatapoint): void {
  row.beginRow();
  writeHead(row, head);
  writeCall(row, datapoint);
  writeOutcome(row, datapoint);
  row.strings(datapoint.tags);
  row.strings(datapoint.flags);
  row.strings(toolNames(datapoint));
  row.strings(monitorIds);
  row.length(datapoint.metadata.size);
  for (const [key, value] of datapoint.metadata) {
    row.string(key);
    row.string(JSON.stringify(value));
  }
  row.length(datapoint.attributes.size);
  for (const [key, value] of datapoint.attributes) {
    row.string(key);
    row.string(attributeText(value));
  }
  row.string(inputPreview(datapoint));
  row.string(outputPreview(datapoint));
  const { input, output, system, error } = searchedText(datapoint);
  row.string(input);
  row.string(output);
  row.string(system);
  row.string(error);
  row.strings(mediaOf(datapoint));
}

export function writePayload(row: RowWriter, head: RowHead, datapoint: Datapoint): void {
  row.beginRow();
  writeHead(row, head);
  row.string(JSON.stringify(datapoint.input));
  row.string(JSON.stringify(datapoint.output));
  row.string(JSON.stringify(datapoint.tools));
  row.nullableString(datapoint.toolChoice === undefined ? undefined : JSON.stringify(datapoint.toolChoice));
  row.string(JSON.stringify(datapoint.params));
}

function writeHead(row: RowWriter, { projectId, at, id, version, deleted }: RowHead): void {
  row.string(projectId);
  row.int64(at);
  row.string(id);
  row.int64(version);
  row.bool(deleted);
}

function writeCall(row: RowWriter, datapoint: Datapoint): void {
  row.string(datapoint.traceId);
  row.string(datapoint.spanId);
  row.nullableString(datapoint.parentSpanId);
  row.strings(datapoint.spanIds);
  row.string(datapoint.source);
  row.string(datapoint.convention);
  row.string(datapoint.operation);
  row.int64(micros(datapoint.startedAt));
  row.int64(micros(datapoint.endedAt));
  row.float64(datapoint.durationMs);
  row.nullableFloat64(datapoint.timeToFirstTokenMs);
  row.nullableBool(datapoint.streaming);
  row.nullableString(datapoint.provider);
  row.nullableString(datapoint.requestModel);
  row.nullableString(datapoint.responseModel);
  row.nullableString(datapoint.responseId);
}

function writeOutcome(row: RowWriter, { finishReasons, usage, cost, error, ...datapoint }: Datapoint): void {
  row.strings(finishReasons);
  row.nullableFloat64(usage.inputTokens);
  row.nullableFloat64(usage.outputTokens);
  row.nullableFloat64(usage.cacheReadTokens);
  row.nullableFloat64(usage.cacheWriteTokens);
  row.nullableFloat64(usage.reasoningTokens);
  row.nullableFloat64(cost?.usd);
  row.nullableBool(cost?.complete);
  row.nullableString(error?.type);
  row.nullableString(error?.providerType);
  row.nullableString(error?.code);
  row.nullableFloat64(error?.status);
  row.nullableString(error?.message);
  row.nullableString(datapoint.sessionId);
  row.nullableString(datapoint.userId);
  row.nullableString(datapoint.service);
  row.nullableString(datapoint.environment);
  row.nullableString(datapoint.release);
}

/** Converts to microseconds, clamped to the range of DateTime64: the years 1900 to 2299. */
function micros(unixMs: number): number {
  return Math.round(Math.min(Math.max(unixMs, -2_208_988_800_000), 10_413_791_999_999) * 1000);
}

const mediaAtMost = 100;

function mediaOf({ input, output }: Datapoint): readonly string[] {
  const kinds = [input, output].flatMap((messages) =>
    messages.flatMap(({ parts }) =>
      parts.flatMap(({ type }) => (type === "image" || type === "audio" || type === "file" ? [type] : [])),
    ),
  );
  return kinds.slice(0, mediaAtMost);
}

function toolNames({ output }: Datapoint): readonly string[] {
  return output.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "tool_call" ? [part.name] : [])));
}
