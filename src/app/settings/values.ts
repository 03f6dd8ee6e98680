import { isIP } from "node:net";
import { z } from "zod";
import { patternLimits, personalKinds, type RedactionKind, redactionKinds } from "../../datapoints/text/redaction.ts";
import { isLoopbackOnly } from "../../platform/http/address.ts";
import { secretPacks } from "../../platform/sensitive/secret-rule.ts";
import { redactionPatternProblem } from "../../privacy/redact/patterns.ts";

/** A decimal whole number. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

const units: Readonly<Record<string, number>> = { "": 1, b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40 };

/** A size such as `512mb` or `2gb` (powers of 1024), or plain bytes; parsed into bytes. */
export const byteSize = (minBytes: number) =>
  z
    .string()
    .regex(/^\d{1,15}\s*([kmgt]?b)?$/i, "must be a size such as 64mb or 2gb")
    .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/[\d\s]/g, "").toLowerCase()] ?? 1))
    .refine((bytes) => Number.isSafeInteger(bytes) && bytes >= minBytes, `must be at least ${minBytes} bytes`);

/** Quotas by project, such as `shop=500/2mb,lab=50/0`: spans and bytes per second, 0 for no limit. */
export const projectQuotas = z.string().transform((text, context) => {
  const entries = text.split(",").flatMap((entry) => entry.trim() || []);
  const quotas = new Map<string, { readonly spansPerSecond: number; readonly bytesPerSecond: number }>();
  for (const entry of entries) {
    const [, project = "", spans = "", bytes = ""] = /^([\w.-]{1,100})=(\d{1,9})\/(.+)$/.exec(entry) ?? [];
    const size = byteSize(0).safeParse(bytes.trim());
    if (project === "" || !size.success || quotas.has(project)) {
      const problem = quotas.has(project) ? "names a project twice" : "must be project=spans/bytes";
      context.addIssue({ code: "custom", message: `holds ${JSON.stringify(entry)}: ${problem}, such as shop=500/2mb` });
      return z.NEVER;
    }
    quotas.set(project, { spansPerSecond: Number(spans), bytesPerSecond: size.data });
  }
  return quotas;
});

/** A URL of one of the given schemes, stored unchanged. */
export const urlOf = (...schemes: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    );

/** Kinds of redacted data; `secrets` and `personal` select all kinds of a group, `none` nothing. */
export const redactedKinds = z.string().transform((text, context) => {
  const words = text.split(",").flatMap((word) => word.trim() || []);
  const kinds = words.flatMap((word) => sortsOfKinds.get(word) ?? redactionKinds.filter((kind) => kind === word));
  const unknown = words.find((word) => !sortsOfKinds.has(word) && !redactionKinds.some((kind) => kind === word));
  if (unknown === undefined) return [...new Set(kinds)];
  const message = `holds ${JSON.stringify(unknown)}: must be secrets, personal, none or of ${redactionKinds.join(", ")}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

const sortsOfKinds: ReadonlyMap<string, readonly RedactionKind[]> = new Map<string, readonly RedactionKind[]>([
  ["secrets", secretPacks],
  ["personal", personalKinds],
  ["none", []],
]);

/** A JSON object of names and patterns. */
export const redactionPatterns = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: 'must be a JSON object such as {"employee_id": "E\\d{6}"}' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string()))
  .transform((patterns, context) => {
    const list = Object.entries(patterns).map(([name, pattern]) => ({ name, pattern }));
    for (const each of list) {
      const problem = redactionPatternProblem(each);
      if (problem !== undefined) context.addIssue({ code: "custom", message: `${each.name.slice(0, 40)}: ${problem}` });
    }
    if (list.length > patternLimits.count)
      context.addIssue({ code: "custom", message: `must hold at most ${patternLimits.count} patterns` });
    return list;
  });

/** Whether a URL is encrypted, or of this machine. */
export const isEncrypted = (url: string): boolean =>
  URL.canParse(url) &&
  (new URL(url).protocol === "https:" || isLoopbackOnly(new URL(url).hostname.replace(/^\[|\]$/g, "")));

/** Domains of email addresses, separated by commas; parsed into lower case. */
export const domainList = z
  .string()
  .transform((text) => text.split(",").map((domain) => domain.trim().replace(/^@/, "").toLowerCase()))
  .refine(
    (domains) => domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain)),
    "must be domains such as example.org, separated by commas",
  );

/** Keys separated by commas, the newest first. */
export const secretKeys = z
  .string()
  .transform((text) => text.split(",").map((key) => key.trim()))
  .refine((keys) => keys.every((key) => key.length >= 32), "must have at least 32 random characters, each key of it")
  .transform((keys) => keys as [string, ...string[]]);

/** IP addresses and CIDR blocks, separated by commas. */
export const addressList = z
  .string()
  .transform((text) => text.split(",").map((block) => block.trim()))
  .refine(
    (blocks) => blocks.every(isBlock),
    "must be addresses or CIDR blocks such as 10.0.0.0/8, separated by commas",
  );

/** Email addresses and `@domains` in lower case, separated by commas. */
export const recipientList = z
  .string()
  .transform((text) => text.split(",").map((each) => each.trim().toLowerCase()))
  .refine(
    (list) => list.every((each) => /^[^\s@]*@[^\s@]+$/.test(each)),
    "must be addresses or domains such as @example.org, separated by commas",
  );

/** Like `addressList`, with `none` for an empty list. */
export const networks = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : text.split(",").map((block) => block.trim())))
  .refine(
    (blocks) => blocks.every(isBlock),
    "must be addresses or CIDR blocks such as 10.0.0.0/8, separated by commas, or none",
  );

function isBlock(block: string): boolean {
  const [address = "", bits, ...rest] = block.split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Headers in OpenTelemetry's format: `name=value,name=value`, percent-encoded. */
export const headerList = z.string().transform((text, context): Readonly<Record<string, string>> => {
  const pairs = text.split(",").flatMap((each) => each.trim() || []);
  const read = pairs.map((each) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(each));
  try {
    return Object.fromEntries(read.map((match) => [match![1]!.toLowerCase(), decodeURIComponent(match![2]!)]));
  } catch {
    context.addIssue({ code: "custom", message: "must be name=value, separated by commas, percent-encoded" });
    return z.NEVER;
  }
});
