import {
  anyValue,
  event,
  exportRequest,
  keyValue,
  link,
  logRecord,
  resource,
  resourceItems,
  scope,
  scopeItems,
  span,
  status,
  values,
} from "../fields.ts";
import type { OtlpSignal } from "../scan.ts";
import { eachField, WireFault, WireReader } from "../wire-reader.ts";
import { fieldOf } from "../wire-writer.ts";
import { type Chunks, gone, keyAhead, type Replace, rewriteFields } from "./rewrite-fields.ts";

/** Rules for rewriting the texts of a request. Keys of nested values are joined by dots. */
export interface Rewriting {
  /** False if a text certainly stays unchanged; its bytes are not decoded then. */
  readonly mayChange: (bytes: Uint8Array, start: number, end: number) => boolean;
  /** Returns the replacement text; undefined: no change. */
  readonly text: (text: string, key: string | undefined) => string | undefined;
  /** The attribute that replaces dropped texts; absent: none are dropped. */
  readonly content?: {
    readonly stays: (key: string, text: string) => boolean;
    readonly standIn: Uint8Array;
  };
}

type Shape = ReadonlyMap<number, Replace>;

/**
 * Returns an export request with its texts rewritten: attribute values at any depth, names, messages, log
 * bodies. Lengths around a changed text are corrected, everything else is copied byte for byte; unchanged input
 * is returned as it is.
 */
export function rewriteTexts(
  bytes: Uint8Array,
  signal: OtlpSignal,
  { mayChange, text, content }: Rewriting,
): Uint8Array {
  const reader = new WireReader(bytes);
  let key = "";
  let needsPlaceholder = false;

  const anyText: Shape = new Map();
  const arrayValue: Shape = new Map([[values, () => message(anyText)]]);
  const keyValueList: Shape = new Map([[values, attribute]]);
  fill(anyText, [
    [anyValue.string, () => rewritten(key)],
    [anyValue.array, () => message(arrayValue)],
    [anyValue.list, () => message(keyValueList)],
    [anyValue.bytes, blob],
  ]);
  const ofKeyValue: Shape = new Map([
    [keyValue.key, () => rewritten(undefined)],
    [keyValue.value, () => message(anyText)],
  ]);
  const plain: Replace = () => rewritten(undefined);
  const attributes = (tag: number): [number, Replace] => [tag, attribute];
  const ofEvent: Shape = new Map([[event.name, plain], attributes(event.attributes)]);
  const ofLink: Shape = new Map([[link.traceState, plain], attributes(link.attributes)]);
  const ofStatus: Shape = new Map([[status.message, plain]]);
  const ofSpan: Shape = new Map([
    [span.name, plain],
    [span.traceState, plain],
    attributes(span.attributes),
    [span.events, () => message(ofEvent)],
    [span.links, () => message(ofLink)],
    [span.status, () => message(ofStatus)],
  ]);
  const ofLog: Shape = new Map([
    [logRecord.severityText, plain],
    [logRecord.eventName, plain],
    [logRecord.body, body],
    attributes(logRecord.attributes),
  ]);
  const ofScope: Shape = new Map([[scope.name, plain], [scope.version, plain], attributes(scope.attributes)]);
  const ofResource: Shape = new Map([attributes(resource.attributes)]);
  const item = signal === "traces" ? itemOf(ofSpan, span.attributes) : itemOf(ofLog, logRecord.attributes);
  const ofScopeItems: Shape = new Map([
    [scopeItems.scope, () => shared(ofScope)],
    [scopeItems.items, item],
  ]);
  const ofResourceItems: Shape = new Map([
    [resourceItems.resource, () => shared(ofResource)],
    [resourceItems.scopes, () => message(ofScopeItems)],
  ]);
  const changed = message(new Map([[exportRequest.resources, () => message(ofResourceItems)]]));
  return changed === undefined ? bytes : Buffer.concat(changed);

  function message(shape: Shape): Chunks | undefined {
    return rewriteFields(reader, shape);
  }

  /**
   * scan() removes the items under an unreadable resource or scope, but not the damaged message, which is removed
   * here.
   */
  function shared(shape: Shape): Chunks | undefined {
    try {
      return message(shape);
    } catch (thrown) {
      if (thrown instanceof WireFault) return gone;
      throw thrown;
    }
  }

  function itemOf(shape: Shape, attributesTag: number): Replace {
    return () => {
      needsPlaceholder = false;
      const made = message(shape);
      return made && needsPlaceholder && content ? [...made, ...fieldOf(attributesTag, [content.standIn])] : made;
    };
  }

  function rewritten(under: string | undefined): Chunks | undefined {
    const { pos, end } = reader;
    if (!mayChange(bytes, pos, end) && !(under !== undefined && isShortSecretKey(under))) return undefined;
    const made = text(reader.bytes.toString("utf8", pos, end), under);
    return made === undefined ? undefined : [Buffer.from(made)];
  }

  /** Bytes that decode as text are rewritten; media are unchanged. */
  function blob(): Chunks | undefined {
    const { pos, end } = reader;
    const decoded = reader.bytes.toString("utf8", pos, end);
    if (decoded.includes("\ufffd") || decoded.includes("\0")) return undefined;
    return rewritten(key);
  }

  function attribute(): Chunks | undefined {
    const outerKey = key;
    const own = keyAhead(reader);
    key = outerKey === "" ? own : `${outerKey}.${own}`;
    try {
      if (content && mustGo(key)) {
        needsPlaceholder = true;
        return gone;
      }
      return message(ofKeyValue);
    } finally {
      key = outerKey;
    }
  }

  function body(): Chunks | undefined {
    key = "body";
    try {
      if (content && holdsContent(key)) {
        needsPlaceholder = true;
        return gone;
      }
      return message(anyText);
    } finally {
      key = "";
    }
  }

  /** Whether the attribute at the reader contains text or bytes that must not be stored. */
  function mustGo(under: string): boolean {
    return peek(() => within(keyValue.value, () => holdsContent(under)));
  }

  /** Checks the value at the reader in the same way. Lists of attributes are checked one by one later. */
  function holdsContent(under: string): boolean {
    return peek(() => {
      let found = false;
      while (reader.pos < reader.end) {
        const tag = reader.uint32();
        if (tag !== anyValue.string && tag !== anyValue.bytes && tag !== anyValue.array) {
          reader.skip(tag);
          continue;
        }
        const end = reader.messageEnd();
        if (tag === anyValue.bytes) found = true;
        else if (tag === anyValue.string)
          found ||= content?.stays(under, reader.bytes.toString("utf8", reader.pos, end)) === false;
        else {
          const outer = reader.end;
          reader.end = end;
          found ||= peek(() => within(values, () => holdsContent(under)));
          reader.end = outer;
        }
        reader.pos = end;
      }
      return found;
    });
  }

  /** Whether the predicate holds for any field of the message at the reader. */
  function within(tag: number, is: () => boolean): boolean {
    let found = false;
    eachField(reader, tag, () => (found ||= is()));
    return found;
  }

  function peek<Seen>(see: () => Seen): Seen {
    const { pos, end } = reader;
    const seen = see();
    reader.pos = pos;
    reader.end = end;
    return seen;
  }
}

/** A short value can be a secret because of its key alone. */
const isShortSecretKey = (key: string) => /auth|cookie|pass|key|secret|token/i.test(key);

function fill(shape: Shape, fields: readonly (readonly [number, Replace])[]): void {
  for (const [tag, field] of fields) (shape as Map<number, Replace>).set(tag, field);
}
