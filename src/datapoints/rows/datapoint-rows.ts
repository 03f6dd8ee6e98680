import type { RowWriter } from "../../platform/files/row-binary.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Datapoint } from "../datapoint.ts";
import { storedEntries } from "../fields/catalogue.ts";
import { computedColumns } from "../fields/columns.ts";
import type { StoredField } from "../fields/stored-field.ts";
import { attributeText } from "../query/attribute-text.ts";
import { type Matchable, matchable, toolNames } from "../query/datapoint-facts.ts";
import { failuresText } from "./failures.ts";
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

/** Writes a row of `datapoints`, in the order of the catalogue. */
export function writeDatapoint(row: RowWriter, head: RowHead, { datapoint, monitorIds }: MatchedDatapoint): void {
  row.beginRow();
  writeHead(row, head);
  for (const write of storedWriters) write(row, datapoint);
  const item = matchable(datapoint, { monitorIds });
  for (const write of computedWriters) write(row, item);
}

const storedWriters = storedEntries.map(([, field]) => writerOf(field));

function writerOf(field: StoredField): (row: RowWriter, datapoint: Datapoint) => void {
  switch (field.kind) {
    case "text":
    case "word":
      return (row, datapoint) => row.string(field.read(datapoint));
    case "optionalText":
    case "optionalWord":
      return (row, datapoint) => row.nullableString(field.read(datapoint));
    case "number":
      return (row, datapoint) => row.float64(field.read(datapoint));
    case "optionalNumber":
      return (row, datapoint) => row.nullableFloat64(field.read(datapoint));
    case "optionalBoolean":
      return (row, datapoint) => row.nullableBool(field.read(datapoint));
    case "texts":
    case "words":
      return (row, datapoint) => row.strings(field.read(datapoint));
    case "time":
      return (row, datapoint) => row.int64(micros(field.read(datapoint)));
    default:
      return unreachable(field);
  }
}

type ComputedWriter = (row: RowWriter, item: Matchable) => void;

const computed: Readonly<Record<keyof typeof computedColumns, ComputedWriter>> = {
  toolNames: (row, { datapoint }) => row.strings(toolNames(datapoint)),
  monitorIds: (row, { monitorIds }) => row.strings(monitorIds),
  metadata: (row, { datapoint: { metadata } }) => writeMap(row, metadata.size, metadata, JSON.stringify),
  attributes: (row, { datapoint: { attributes } }) => writeMap(row, attributes.size, attributes, attributeText),
  inputPreview: (row, { datapoint }) => row.string(inputPreview(datapoint)),
  outputPreview: (row, { datapoint }) => row.string(outputPreview(datapoint)),
  inputText: (row, item) => row.string(item.text().input),
  outputText: (row, item) => row.string(item.text().output),
  systemText: (row, item) => row.string(item.text().system),
  errorText: (row, item) => row.string(item.text().error),
  media: (row, { datapoint }) => row.strings(mediaOf(datapoint)),
  failures: (row, { datapoint }) => row.string(failuresText(datapoint)),
  params: (row, { datapoint: { params } }) => {
    const entries = Object.entries(params);
    writeMap(row, entries.length, entries, JSON.stringify);
  },
};
const computedWriters = Object.keys(computedColumns).map((key) => computed[key as keyof typeof computedColumns]);

function writeMap<Value>(
  row: RowWriter,
  size: number,
  entries: Iterable<readonly [string, Value]>,
  textOf: (value: Value) => string,
): void {
  row.length(size);
  for (const [key, value] of entries) {
    row.string(key);
    row.string(textOf(value));
  }
}

export function writePayload(row: RowWriter, head: RowHead, datapoint: Datapoint): void {
  row.beginRow();
  writeHead(row, head);
  row.string(JSON.stringify(datapoint.input));
  row.string(JSON.stringify(datapoint.output));
  row.string(JSON.stringify(datapoint.tools));
  row.nullableString(datapoint.toolChoice === undefined ? undefined : JSON.stringify(datapoint.toolChoice));
}

function writeHead(row: RowWriter, { projectId, at, id, version, deleted }: RowHead): void {
  row.string(projectId);
  row.int64(at);
  row.string(id);
  row.int64(version);
  row.bool(deleted);
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
