import { type Loose, looseNumber, looseObject, looseText, parsedJson } from "../loose-json.ts";

/** An error inside a response, wherever the provider puts it. */
export interface ProviderError {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
}

/** Reads the body of a failed response; text that isn't JSON is the message. */
export function errorInText(body: string): ProviderError {
  const parsed = parsedJson(body);
  return errorIn(Array.isArray(parsed) ? parsed[0] : parsed) ?? { message: body.slice(0, 1_000) };
}

/**
 * Reads an error body: the `error` object of OpenAI, Anthropic and Google, or anything else with a message. Returns
 * undefined for a value that isn't an object.
 */
export function errorIn(body: unknown): ProviderError | undefined {
  const outer = looseObject(body);
  return outer && errorOf(looseObject(outer["error"]) ?? outer, outer);
}

/** Reads the error object itself. */
export function errorOf(error: Loose, outer: Loose = error): ProviderError {
  const code = error["code"];
  return {
    type: looseText(error["type"]) ?? looseText(error["status"]) ?? looseText(outer["__type"]),
    code: looseText(code) ?? looseNumber(code)?.toString(),
    message: messageOf(error) ?? looseText(outer["error"]) ?? looseText(outer["detail"]),
    status: statusOf(error),
  };
}

const messageOf = (error: Loose) => looseText(error["message"]) ?? looseText(error["Message"]);

/** Returns the HTTP status, also where it is the error's code. */
function statusOf(error: Loose): number | undefined {
  const given = error["status"] ?? error["status_code"] ?? error["statusCode"];
  return httpStatus(given) ?? httpStatus(error["code"]);
}

function httpStatus(value: unknown): number | undefined {
  const number = typeof value === "string" && /^[45]\d\d$/.test(value) ? Number(value) : looseNumber(value);
  return number !== undefined && number >= 400 && number < 600 ? number : undefined;
}
