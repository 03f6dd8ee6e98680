import type { Attributes, Span } from "../../otlp/index.ts";
import type { ErrorFacts } from "../assembly/reading.ts";
import { userStack } from "../failures/user-stack.ts";
import { number, text } from "./attributes/attributes.ts";
import { parse } from "./json.ts";
import { errorOf } from "./wire.ts";

/**
 * Reads the failure that a span reports: status and status text, error.type, exception events, HTTP status.
 * Undefined for a span without one.
 */
export function errorIn(span: Span): ErrorFacts | undefined {
  const { attributes } = span;
  const type = text(attributes, "error.type");
  const status = number(attributes, "http.response.status_code", "http.status_code", "status_code");
  const failedStatus = status !== undefined && status >= 400 ? status : undefined;
  if (span.status !== "error" && type === undefined && failedStatus === undefined) return undefined;
  return errorFactsOf(span, type, failedStatus);
}

/** Returns what the span's last exception event, status and attributes say of its failure. */
export function errorFactsOf(span: Span, type: string | undefined, status: number | undefined): ErrorFacts {
  const thrown = thrownIn(span);
  const stack = stackIn(span);
  const thrownType = thrown && text(thrown, "exception.type");
  const own = text(span.attributes, "error.message", "exception.message", "error");
  const message = longest(thrown && text(thrown, "exception.message"), span.statusMessage, own);
  const inText = message === undefined ? undefined : errorInText(message);
  const isNumber = type !== undefined && /^[45]\d\d$/.test(type);
  const known = isNumber || type === "_OTHER" ? undefined : type;
  return {
    message: inText?.message,
    code: inText?.code ?? text(span.attributes, "gaffe.error.code") ?? codeIn(thrownType, known),
    // A provider's error type (rate_limit_error) is more specific than the SDK's class (RateLimitError).
    providerType: inText?.providerType ?? known ?? thrownType,
    status: status ?? (isNumber ? Number(type) : inText?.status) ?? statusOfClass(known) ?? statusOfClass(thrownType),
    stack: stack === undefined ? undefined : userStack(stack),
  };
}

/** Returns the attributes of the last exception that the span recorded. */
export const thrownIn = (span: Span): Attributes | undefined =>
  span.events.findLast((event) => event.name === "exception")?.attributes;

/** Returns the whole stack trace of the span's last exception. */
export function stackIn(span: Span): string | undefined {
  const thrown = thrownIn(span);
  return (
    (thrown && text(thrown, "exception.stacktrace")) ?? text(span.attributes, "exception.stacktrace", "error.stack")
  );
}

/** Matches a status where clients write it: at the beginning of a message, or after the word that names it. */
const statusInText =
  /^(?:Error(?: code:)? |\(?status(?:[_ ]code)?: )?([45]\d\d)\b|\berror occurred \(([45]\d\d)\)|\bstatus(?:[_ ]code)?:? ([45]\d\d)\b|^(?:Client|Server) error '([45]\d\d)/i;

/** Parses `429 {"type":"error","error":{…}}`, `400 Bad thing` and plain JSON error bodies. */
export function errorInText(message: string): ErrorFacts {
  const status = statusInText
    .exec(message)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  const brace = message.indexOf("{");
  const body = brace >= 0 && brace < 400 ? parse(message.slice(brace)) : undefined;
  const inBody = body === undefined ? undefined : errorOf(body);
  return {
    providerType: inBody?.providerType === "error" ? undefined : inBody?.providerType,
    code: inBody?.code,
    status: status === undefined ? inBody?.status : Number(status),
    message: inBody?.message ?? message,
  };
}

/** OpenLIT writes the provider's code (`invalid_value`) in place of the exception class. */
const codeIn = (thrownType: string | undefined, type: string | undefined) =>
  thrownType !== undefined && thrownType !== type && /^[a-z]+(_[a-z]+)+$/.test(thrownType) ? thrownType : undefined;

function longest(...messages: readonly (string | undefined)[]): string | undefined {
  return messages.reduce(
    (best, next) => (next !== undefined && next.length > (best?.length ?? 0) ? next : best),
    undefined,
  );
}

/** Returns the HTTP status that corresponds to an SDK's error class or a provider's error type. */
function statusOfClass(name: string | undefined): number | undefined {
  return name === undefined ? undefined : classes.find(([pattern]) => pattern.test(name))?.[1];
}

const classes: readonly (readonly [RegExp, number])[] = [
  [/AuthenticationError|authentication_error|UnrecognizedClient|invalid_api_key/i, 401],
  [/PermissionDenied|permission_error|AccessDenied|permission_denied/i, 403],
  [/NotFoundError|not_found_error|ModelNotFound|ResourceNotFound/i, 404],
  [/RateLimit|rate_limit|Throttl|resource_exhausted|TooManyRequests/i, 429],
  [/overloaded/i, 529],
  [/BadRequestError|invalid_request_error|ValidationException|invalid_argument/i, 400],
  [/InternalServerError|api_error$|internal_error/i, 500],
];
