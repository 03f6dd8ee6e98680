import { isDeepStrictEqual } from "node:util";
import type { LogRecord, Span } from "../../otlp/index.ts";
import type { TracePart } from "../assembly/recognition.ts";
import { isFuller } from "../traces/trace-view.ts";

/**
 * Returns each span once, in order of first occurrence: its most complete copy, with the earliest arrival. A
 * repeated delivery is not a second arrival. The stored copy is the one that datapoints are assembled from.
 */
export function distinctSpans(parts: readonly TracePart<Span>[]): readonly TracePart<Span>[] {
  const byId = Map.groupBy(parts, ({ item }) => item.spanId);
  if (byId.size === parts.length) return parts;
  return [...byId.values()].flatMap((accounts) => {
    const fullest = accounts.reduce((best, one) => (isFuller(one.item, best.item) ? one : best));
    return arrivedFirst(fullest, accounts);
  });
}

/** Returns each log record once, with its earliest arrival. */
export function distinctLogs(parts: readonly TracePart<LogRecord>[]): readonly TracePart<LogRecord>[] {
  const distinct: TracePart<LogRecord>[] = [];
  const alike = new Map<string, number[]>();
  for (const part of parts) {
    const { spanId = "", timeNs, observedNs } = part.item;
    const key = `${spanId} ${timeNs} ${observedNs}`;
    const indices = alike.get(key) ?? [];
    const duplicateIndex = indices.find((index) => isDeepStrictEqual(distinct[index]?.item, part.item));
    const known = duplicateIndex === undefined ? undefined : distinct[duplicateIndex];
    if (duplicateIndex !== undefined && known !== undefined) {
      distinct[duplicateIndex] = arrivedFirst(known, [known, part]);
      continue;
    }
    indices.push(distinct.length);
    alike.set(key, indices);
    distinct.push(part);
  }
  return distinct;
}

function arrivedFirst<Item>(one: TracePart<Item>, accounts: readonly TracePart<Item>[]): TracePart<Item> {
  const receivedAt = accounts.reduce((least, part) => Math.min(least, part.receivedAt), one.receivedAt);
  const source = accounts.reduce((least, part) => (part.source < least ? part.source : least), one.source);
  return receivedAt === one.receivedAt && source === one.source ? one : { ...one, receivedAt, source };
}
