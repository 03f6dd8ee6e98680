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

/** What becomes of the texts of a request. Keys of nested values are joined by dots. */
export interface Rewriting {
  /** False where a text surely stays as it is: nothing is made of its bytes then. */
  readonly mayChange: (bytes: Uint8Array, start: number, end: number) => boolean;
  /** The text that takes its place; undefined: it stays. */
  readonly text: (text: string, key: string | undefined) => string | undefined;
  /** The attribute that takes the place of those whose texts must go; absent: none has to. */
  readonly content?: {
    readonly stays: (key: string, text: string) => boolean;
    readonly standIn: Uint8Array;
  };
}

type Shape = ReadonlyMap<number, Replace>;

/**
 * An export request with its texts rewritten: attribute values at any depth, names, messages, log bodies. Lengths around a
 * changed text are put right, everything else is copied byte for byte; the bytes given are returned where nothing changes.
 */
export function rewriteTexts(
  bytes: Uint8Array,
  signal: OtlpSignal,
  { mayChange, text, content }: Rewriting,
): Uint8Array {
  const reader = new WireReader(bytes);
  let key = "";
  let needsStandIn = false;

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

  /** scan() cuts the items under a resource or scope that cannot be read, but not the damaged thing itself: it goes. */
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
      needsStandIn = false;
      const made = message(shape);
      return made && needsStandIn && content ? [...made, ...fieldOf(attributesTag, [content.standIn])] : made;
    };
  }

  function rewritten(under: string | undefined): Chunks | undefined {
    const { pos, end } = reader;
    if (!mayChange(bytes, pos, end) && !(under !== undefined && isShortSecretPlace(under))) return undefined;
    const made = text(reader.bytes.toString("utf8", pos, end), under);
    return made === undefined ? undefined : [Buffer.from(made)];
  }

  /** Bytes that read as text are texts; media stay as they are. */
  function blob(): Chunks | undefined {
    const { pos, end } = reader;
    const said = reader.bytes.toString("utf8", pos, end);
    if (said.includes("\ufffd") || said.includes("\0")) return undefined;
    return rewritten(key);
  }

  function attribute(): Chunks | undefined {
    const outerKey = key;
    const own = keyAhead(reader);
    key = outerKey === "" ? own : `${outerKey}.${own}`;
    try {
      if (content && mustGo(key)) {
        needsStandIn = true;
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
        needsStandIn = true;
        return gone;
      }
      return message(anyText);
    } finally {
      key = "";
    }
  }

  /** Whether the attribute the reader stands in holds a text or bytes that must not be kept. */
  function mustGo(under: string): boolean {
    return look(() => within(keyValue.value, () => holdsContent(under)));
  }

  /** The same of the value the reader stands in. Lists of attributes are judged one by one later. */
  function holdsContent(under: string): boolean {
    return look(() => {
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
          found ||= look(() => within(values, () => holdsContent(under)));
          reader.end = outer;
        }
        reader.pos = end;
      }
      return found;
    });
  }

  /** Whether any field of the message the reader stands in is so. */
  function within(tag: number, is: () => boolean): boolean {
    let found = false;
    eachField(reader, tag, () => (found ||= is()));
    return found;
  }

  function look<Seen>(see: () => Seen): Seen {
    const { pos, end } = reader;
    const seen = see();
    reader.pos = pos;
    reader.end = end;
    return seen;
  }
}

/** A short value may be a secret because of its name alone. */
const isShortSecretPlace = (key: string) => /auth|cookie|pass|key|secret|token/i.test(key);

function fill(shape: Shape, fields: readonly (readonly [number, Replace])[]): void {
  for (const [tag, field] of fields) (shape as Map<number, Replace>).set(tag, field);
}
