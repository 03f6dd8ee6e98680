import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorType } from "../../../src/datapoints/errors/error-types.ts";
import type { FailedCall } from "../../../src/issues/fingerprint/failed-call.ts";
import { httpWordings, toolWordings } from "./client-wordings.ts";

/** A failure of a known cause, as a client or framework words it. */
export interface Grouped {
  readonly cause: string;
  readonly split: "tune" | "test";
  readonly client: string;
  readonly failed: FailedCall;
}

interface Wording {
  readonly client: string;
  readonly className: string;
  readonly message: string;
  readonly stack?: string;
}

export interface WrittenCause {
  readonly cause: string;
  readonly kind: "http" | "tool" | "raw";
  readonly type: ErrorType;
  readonly provider: string;
  readonly service: string;
  /** Other services that have the same problem, which is not theirs. */
  readonly services?: readonly string[];
  readonly host?: string;
  readonly tool?: string;
  readonly status?: number;
  readonly messages?: readonly string[];
  readonly variants?: readonly Wording[];
  readonly errorType?: string;
  readonly code?: string;
  readonly className?: string;
  readonly param?: string;
  readonly onlyPython?: boolean;
}

const fixtures = join(import.meta.dirname, "../../fixtures");

/** Causes are split, not failures: no wording of a cause in `test` was seen while rules were written. */
const splitOf = (cause: string): Grouped["split"] => (hash(cause) % 2 === 0 ? "tune" : "test");

/** Written causes, each in the wordings of several clients and with other ids, models and numbers. */
export function writtenFailures(): readonly Grouped[] {
  const causes = JSON.parse(readFileSync(join(fixtures, "grouping/causes.json"), "utf8")) as readonly WrittenCause[];
  return causes.flatMap((cause) => {
    const services = cause.services ?? [cause.service];
    return wordingsOf(cause).map((wording, index): Grouped => {
      const random = hash(`${cause.cause} ${index}`);
      const { message, stack } = wording;
      return {
        cause: cause.cause,
        split: splitOf(cause.cause),
        client: wording.client,
        failed: {
          type: cause.type,
          provider: cause.provider,
          service: services[index % services.length] ?? cause.service,
          message: filled(message, random),
          errorClass: wording.className,
          ...(stack === undefined ? {} : { stack: filled(stack, random) }),
          ...(cause.host === undefined ? {} : { host: cause.host }),
          ...(cause.status === undefined || index % 3 === 2 ? {} : { status: cause.status }),
          ...(cause.code === undefined || index % 2 === 1 ? {} : { code: cause.code }),
          // Half of the instrumentations name the tool, the others leave it to the message.
          ...(cause.tool === undefined || !isToolKnown(message, cause.tool, index) ? {} : { tool: cause.tool }),
        },
      };
    });
  });
}

const isToolKnown = (message: string, tool: string, index: number) => !message.includes(tool) || index % 2 === 0;

function wordingsOf(cause: WrittenCause): readonly Wording[] {
  switch (cause.kind) {
    case "http":
      return httpWordings(cause);
    case "tool":
      return toolWordings(cause);
    default:
      return cause.variants ?? [];
  }
}

interface Recorded {
  readonly provider: string;
  readonly client: string;
  readonly status?: number;
  readonly exception?: string;
  readonly code?: string;
  readonly text: string;
  readonly type: ErrorType;
  readonly source: string;
}

/** Types that are one cause for each provider, whatever the message. */
const oneCause: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "rate_limited",
  "quota_exceeded",
  "provider_unavailable",
  "timeout",
  "stream_interrupted",
  "context_too_large",
  "content_filtered",
  "cancelled",
]);

/** What was done to the client, where several descriptions are one cause. */
const sameCause: readonly (readonly [RegExp, string])[] = [
  [/^(?:no key|no token|no cred|bedrock no cred|vertex no cred|azure no cred|azure$)/, "no key"],
  [/^status 401|^router one s401/, "status 401"],
  [/^status 403/, "status 403"],
  [/^model response: (?:prose|tool)|^schema t_prose|^text\/plain body with status 200$/, "not JSON"],
  [/^model response: (?:badjson|length|badargs)|^schema t_(?:badjson|length)|^JSON body that stops/, "cut JSON"],
  [/^model response: (?:wrong|wrongargs)|^schema t_wrong/, "schema"],
  [/^empty body/, "not JSON"],
];

/**
 * Errors that clients really raised, by what was done to them. Left out: exceptions, whose text depends on the client
 * and not on the cause, and responses whose shape no client names.
 */
export function recordedFailures(): readonly Grouped[] {
  return ["tune", "test"].flatMap((file) =>
    readFileSync(join(fixtures, `errors/${file}.jsonl`), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Recorded)
      .filter(({ type, source }) => type !== "exception" && !/JSON (?:null|array)|without choices|SSH/.test(source))
      .map((row): Grouped => {
        const cause = causeOfRecorded(row);
        return {
          cause,
          split: splitOf(cause),
          client: row.client,
          failed: {
            type: row.type,
            provider: row.provider,
            service: "recorded",
            message: row.text,
            ...(row.status === undefined ? {} : { status: row.status }),
            ...(row.exception === undefined ? {} : { errorClass: row.exception }),
            ...(row.code === undefined ? {} : { code: row.code }),
          },
        };
      }),
  );
}

/** A gateway names the provider that it called in its message. */
const calledBy = ({ provider, text }: Recorded) =>
  provider === "litellm" ? (/\b([A-Z]\w+?)Exception - /.exec(text)?.[1]?.toLowerCase() ?? provider) : provider;

function causeOfRecorded(row: Recorded): string {
  const { type, source } = row;
  const provider = calledBy(row);
  if (oneCause.has(type)) return `${type} ${provider}`;
  const done = (source.split(": ").slice(1).join(": ") || source).replace(/, streaming$/, "");
  const name = sameCause.find(([pattern]) => pattern.test(done))?.[1] ?? done;
  return `${type} ${provider} ${name}`;
}

const models = ["gpt-4o", "gpt-4.1-mini", "claude-sonnet-4-5", "gemini-2.5-flash", "o4-mini", "gpt-5-nano"];

function filled(text: string, seed: number): string {
  let next = seed;
  const random = () => (next = (Math.imul(next, 1_103_515_245) + 12_345) >>> 1);
  return text
    .replace(/\{n\}/g, () => `${(random() % 90_000) + 3}`)
    .replace(/\{id\}/g, () => `${random().toString(36)}${random().toString(36)}9z`)
    .replace(/\{org\}/g, () => `org-${random().toString(36)}A1b2`)
    .replace(/\{model\}/g, () => models[random() % models.length] ?? "gpt-4o");
}

/** FNV-1a: the same split and the same values on every machine. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The lowest bit of FNV depends on few characters.
  return (state ^ (state >>> 15)) >>> 0;
}
