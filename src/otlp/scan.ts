import { exportRequest, resource, resourceItems, scope, scopeItems } from "./fields.ts";
import { defaultLimits, type OtlpLimits } from "./limits.ts";
import { cutItems, shrinkItems } from "./rewrite/cut.ts";
import { createItemScan, type ItemScan, type RejectReason } from "./scan-item.ts";
import { eachField, WireFault, WireReader } from "./wire-reader.ts";

export type OtlpSignal = "traces" | "logs";

/** A span or log record that is not stored, by its index in the request as sent. */
export interface RejectedItem {
  readonly index: number;
  readonly reason: RejectReason;
}

interface ScannedRequest {
  readonly kind: "scanned";
  /** The request without its rejected items; the original buffer if nothing is removed. */
  readonly bytes: Uint8Array;
  /** Trace id of each item in `bytes`, in order: lower-case hex, "" for a log record without one. */
  readonly traceIds: readonly string[];
  readonly rejected: readonly RejectedItem[];
  /** Number of texts that were not UTF-8: decoding replaces the invalid bytes by U+FFFD. */
  readonly repairedTexts: number;
  /** Number of oversized items whose longest values were cut; an attribute lists the cuts. */
  readonly truncated: number;
}

export type Scanned =
  | ScannedRequest
  | { readonly kind: "broken" }
  | { readonly kind: "too_many_items"; readonly items: number };

/**
 * Scans an export request without building objects: counts its items, removes invalid ones and cuts oversized
 * ones to fit. Only a request with broken outer framing (request, resource, scope) is refused as a whole; damage
 * inside a resource or scope message rejects the items under it. The result decodes without throwing.
 */
export function scan(bytes: Uint8Array, signal: OtlpSignal, limits: OtlpLimits = defaultLimits): Scanned {
  try {
    const { items, largest } = measure(new WireReader(bytes));
    if (items > limits.items) return { kind: "too_many_items", items };
    if (largest <= limits.itemBytes) return { ...scanItems(bytes, signal, limits), truncated: 0 };
    const fitting = shrinkItems(bytes, signal, limits);
    return { ...scanItems(fitting.bytes, signal, limits), truncated: fitting.items };
  } catch (thrown) {
    if (thrown instanceof WireFault) return { kind: "broken" };
    throw thrown;
  }
}

function scanItems(bytes: Uint8Array, signal: OtlpSignal, limits: OtlpLimits): Omit<ScannedRequest, "truncated"> {
  const reader = new WireReader(bytes);
  const items = createItemScan(reader, signal, limits);
  const traceIds: string[] = [];
  const rejected: RejectedItem[] = [];
  let index = 0;

  eachField(reader, exportRequest.resources, () => {
    const resourceStart = reader.pos;
    const badResource = sharedFault(reader, resourceItems.resource, () => items.shared(resource.attributes));
    reader.pos = resourceStart;
    eachField(reader, resourceItems.scopes, () => {
      const scopeStart = reader.pos;
      const badScope = sharedFault(reader, scopeItems.scope, () =>
        items.shared(scope.attributes, scope.name, scope.version),
      );
      reader.pos = scopeStart;
      eachField(reader, scopeItems.items, () => {
        const reason = badResource ?? badScope ?? items.item();
        if (reason === undefined) traceIds.push(items.traceId());
        else rejected.push({ index, reason });
        index++;
      });
    });
  });
  return {
    kind: "scanned",
    bytes: rejected.length === 0 ? bytes : cutItems(bytes, new Set(rejected.map((item) => item.index))),
    traceIds,
    rejected,
    repairedTexts: items.repairedTexts(),
  };
}

function measure(reader: WireReader): { readonly items: number; readonly largest: number } {
  let items = 0;
  let largest = 0;
  eachField(reader, exportRequest.resources, () => {
    eachField(reader, resourceItems.scopes, () => {
      eachField(reader, scopeItems.items, () => {
        items++;
        largest = Math.max(largest, reader.end - reader.pos);
      });
    });
  });
  return { items, largest };
}

/**
 * Returns why everything under this resource or scope must be rejected, by the first fault of its fields;
 * undefined if valid.
 */
function sharedFault(reader: WireReader, tag: number, check: ItemScan["item"]): RejectReason | undefined {
  let reason: RejectReason | undefined;
  eachField(reader, tag, () => {
    reason ??= check();
  });
  return reason;
}
