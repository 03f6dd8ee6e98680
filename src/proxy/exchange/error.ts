import {
  type Loose,
  looseNumber,
  looseObject,
  looseText,
  parsedJson,
} from "../../../packages/genai-wire/src/loose-json.ts";

/** An error inside a response, wherever the provider puts it. */
export interface ErrorReading {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly status?: number | undefined;
}

/**
 * Reads the error of a failed response: the `error` object of OpenAI and Anthropic, or anything else with a
 * message.
 */
export function errorIn(body: string): ErrorReading {
  const parsed = parsedJson(body);
  const outer = looseObject(Array.isArray(parsed) ? parsed[0] : parsed);
  if (!outer) return { message: body.slice(0, 1_000) };
  return errorOf(looseObject(outer["error"]) ?? outer, outer);
}

export function errorOf(error: Loose, outer: Loose = {}): ErrorReading {
  const code = error["code"];
  const number = looseNumber(code);
  return {
    type: looseText(error["type"]) ?? looseText(error["status"]) ?? looseText(outer["__type"]),
    code: looseText(code) ?? (number === undefined ? undefined : String(number)),
    message: messageOf(error) ?? looseText(outer["error"]) ?? looseText(outer["detail"]),
    status: number !== undefined && number >= 400 && number < 600 ? number : undefined,
  };
}

const messageOf = (error: Loose) => looseText(error["message"]) ?? looseText(error["Message"]);
