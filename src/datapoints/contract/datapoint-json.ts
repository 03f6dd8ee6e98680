import type { AttributeValue } from "../../otlp/index.ts";
import { isoTime } from "../../server/service.ts";
import type { Datapoint, DialogHistory } from "../datapoint.ts";

/** Returns a datapoint as the API does (docs/api): ISO times with milliseconds, absent keys omitted. */
export function datapointJson(datapoint: Datapoint): Record<string, unknown> {
  const { startedAt, endedAt, metadata, attributes, tools, dialogHistory, ...rest } = datapoint;
  return {
    ...defined(rest),
    startedAt: isoTime(startedAt),
    endedAt: isoTime(endedAt),
    ...(tools.length === 0 ? {} : { tools }),
    ...(dialogHistory ? { dialogHistory: historyJson(dialogHistory) } : {}),
    metadata: objectOf(metadata),
    attributes: attributesJson(attributes),
  };
}

function historyJson({ turns, ...rest }: DialogHistory): Record<string, unknown> {
  return { ...rest, turns: turns.map(({ startedAt, ...turn }) => ({ ...turn, startedAt: isoTime(startedAt) })) };
}

/** Returns attributes as a JSON object without a prototype, because keys come from the source. */
export function attributesJson(attributes: ReadonlyMap<string, AttributeValue>): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of attributes) object[key] = valueJson(value);
  return object;
}

function valueJson(value: AttributeValue): unknown {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(valueJson);
  if (typeof value !== "object" || value === null) return value;
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) object[key] = valueJson(item);
  return object;
}

function objectOf(map: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of map) object[key] = value;
  return object;
}

const defined = (object: object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
