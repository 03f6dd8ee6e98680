import { markerOf, type PersonalKind, type PrivacyRules, personalKinds } from "../../datapoints/index.ts";
import { type SecretPack, secretPacks } from "../../platform/sensitive/secret-rule.ts";
import { hasRun } from "../../platform/text/keywords.ts";
import { unescaped } from "./escapes.ts";
import { personalDataIn, type Sensitive, secretsIn } from "./finders.ts";
import { createPatternFinder } from "./patterns.ts";

export interface Redacted {
  readonly text: string;
  /** Types of all inserted markers, in order. */
  readonly types: readonly string[];
}

/** Replaces matches of the rules with typed markers; undefined without matches. `key`: the attribute's name. */
export type RedactText = (text: string, key?: string) => Redacted | undefined;

export function createTextRedactor({ kinds, patterns }: Pick<PrivacyRules, "kinds" | "patterns">): RedactText {
  const packs: ReadonlySet<SecretPack> = new Set(secretPacks.filter((pack) => kinds.includes(pack)));
  const personal = personalKinds.filter((kind) => kinds.includes(kind));
  const own = createPatternFinder(patterns);
  return redact;

  function redact(text: string, key?: string): Redacted | undefined {
    if (key !== undefined && packs.has("generic") && isCredentialKey(key) && isValue(text))
      return { text: markerOf("credential"), types: ["credential"] };
    const inside = redactBase64(text);
    const plain = inside?.text ?? text;
    const seen = unescaped(plain);
    const ranges = joined([
      ...secretsIn(seen.text, packs),
      ...(key === undefined ? [] : secretsByName(key, seen.text, packs)),
      ...personal.flatMap((kind) => allOf(kind, seen.text)),
      ...own(seen.text),
    ]);
    if (ranges.length === 0) return inside;
    let redacted = "";
    let from = 0;
    for (const { start, end, type } of ranges) {
      redacted += plain.slice(from, seen.positionAt(start)) + markerOf(type);
      from = Math.max(from, seen.positionAt(end));
    }
    return {
      text: redacted + plain.slice(from),
      types: [...(inside?.types ?? []), ...ranges.map(({ type }) => type)],
    };
  }

  /** Redacts decoded Base64 that is text, because documents and JSON are often encoded. */
  function redactBase64(text: string): Redacted | undefined {
    if (!hasRun(text, shortestBase64, base64)) return undefined;
    const types: string[] = [];
    let changed = "";
    let from = 0;
    for (const [start, end] of base64Runs(text)) {
      const redacted = redact(textIn(text.slice(start, end)) ?? "");
      if (!redacted) continue;
      types.push(...redacted.types);
      changed += text.slice(from, start) + Buffer.from(redacted.text).toString("base64");
      from = end;
    }
    if (types.length > 0) changed += text.slice(from);
    return types.length === 0 ? undefined : { text: changed, types };
  }
}

/** Runs are found by strides: a pattern would restart at every character of every word. */
const shortestBase64 = 40;
const base64 = Uint8Array.from({ length: 128 }, (_, code) => (/[A-Za-z0-9+/]/.test(String.fromCharCode(code)) ? 1 : 0));
const runOfBase64 = /[A-Za-z0-9+/]{40}/g;
const endOfBase64 = /[^A-Za-z0-9+/]/g;

/**
 * Yields start and end of Base64 runs of 40 characters and more. An unbounded pattern would need a stack as
 * deep as a run is long.
 */
function* base64Runs(text: string): Generator<readonly [number, number]> {
  for (let from = 0; from < text.length; ) {
    runOfBase64.lastIndex = from;
    const found = runOfBase64.exec(text);
    if (!found) return;
    endOfBase64.lastIndex = found.index + 40;
    let end = endOfBase64.exec(text)?.index ?? text.length;
    for (let padding = 0; padding < 2 && text[end] === "="; padding++) end++;
    yield [found.index, end];
    from = end;
  }
}
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes Base64 that contains text; undefined for images and keys. */
function textIn(encoded: string): string | undefined {
  const head = Buffer.from(encoded.slice(0, 64), "base64");
  // oxlint-disable-next-line no-control-regex -- what is no text has control characters at its beginning
  if (/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/.test(head.toString("latin1"))) return undefined;
  try {
    return utf8.decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}

/** Finds secrets that are recognized by their name, where the name is the attribute key. */
function secretsByName(key: string, text: string, packs: ReadonlySet<SecretPack>): readonly Sensitive[] {
  if (text.length > 500 || !/^\S{8,}$/.test(text)) return [];
  const name = `${key.slice(-100)}="`;
  return secretsIn(`${name}${text}"`, packs)
    .filter(({ start }) => start >= name.length)
    .map((each) => ({ ...each, start: each.start - name.length, end: each.end - name.length }));
}

/** Headers and settings that contain only a credential. */
const isCredentialKey = (key: string) =>
  /(?:^|[._-])(?:authorization|cookie|set-cookie|password|passwd|x-api-key|api-key|api_key|apikey|client_secret|secret_key|private_key|access_token|refresh_token|id_token)$/i.test(
    key,
  );

const isValue = (text: string) => text.length >= 4 && !/redacted|^[*.x<\s]+$|^(?:none|null|true|false)$/i.test(text);

/** A finder stops at a bound, so the rest is searched until nothing is found. */
function allOf(kind: PersonalKind, text: string): readonly Sensitive[] {
  const found = [...personalDataIn(text, kind)];
  for (let last = found.at(-1); found.length >= 50 && last; ) {
    const from = last.end;
    const more = personalDataIn(text.slice(from), kind).map((each) => ({
      ...each,
      start: each.start + from,
      end: each.end + from,
    }));
    found.push(...more);
    last = more.at(-1);
  }
  return found;
}

/** Sorts and merges overlaps: the first range names the whole, unless another has a more specific kind. */
function joined(found: readonly Sensitive[]): readonly Sensitive[] {
  const ranges: Sensitive[] = [];
  for (const next of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ranges.at(-1);
    if (last && next.start < last.end)
      ranges[ranges.length - 1] = {
        ...(last.isOfAnyKind ? next : last),
        start: last.start,
        end: Math.max(last.end, next.end),
      };
    else ranges.push(next);
  }
  return ranges;
}
