import type { ErrorType } from "../../datapoints/index.ts";
import { classOf, type ErrorCause, toolOf } from "../fingerprint/error-fingerprint.ts";
import type { FailedCall } from "../fingerprint/failed-call.ts";
import { providerName } from "../fingerprint/provider-names.ts";

/** Returns what failed, in words for people who do not know the API: "Rate limited by OpenAI". */
export function errorTitle(failed: FailedCall, cause: ErrorCause): string {
  const { type, service, host } = failed;
  const provider = failed.provider === undefined ? (host ?? "the provider") : providerName(failed.provider);
  const words = { provider, tool: toolOf(failed), about: cause.about };
  switch (cause.kind) {
    case "known":
      return titlesOfCauses[cause.name]?.(words, type) ?? titlesOfTypes[type](words);
    case "status":
      return `${provider} rejects requests with status ${cause.name}`;
    case "frame":
      return `${lastWord(cause.name)} raises ${raised(cause.about, cause.message)}`;
    case "words":
      return titleOfWords(failed, cause, words);
    default:
      return ofService(titlesOfTypes[type](words), type, service);
  }
}

interface Words {
  readonly provider: string;
  readonly tool: string;
  /** Name of the field or setting. */
  readonly about: string;
}

const titlesOfTypes: Readonly<Record<ErrorType, (words: Words) => string>> = {
  rate_limited: ({ provider }) => `Rate limited by ${provider}`,
  quota_exceeded: ({ provider }) => `Quota at ${provider} is used up`,
  provider_unavailable: ({ provider }) => `${capital(provider)} is unavailable`,
  timeout: ({ provider }) => `${capital(provider)} does not respond in time`,
  stream_interrupted: ({ provider }) => `Stream from ${provider} breaks off`,
  cancelled: ({ provider }) => `Calls to ${provider} are canceled`,
  context_too_large: ({ provider }) => `Request is too long for ${provider}`,
  content_filtered: ({ provider }) => `Content filter of ${provider} blocks the call`,
  refusal: () => "Model refuses the request",
  setting_out_of_bounds: ({ about, provider }) =>
    about === "" ? `${capital(provider)} rejects a setting` : `Setting ${about} is out of bounds`,
  misconfiguration: ({ provider }) => `${capital(provider)} rejects the request`,
  invalid_response: ({ provider }) => `Answer of ${provider} cannot be read`,
  tool_failed: ({ tool }) => `${tool === "" ? "A tool" : tool} fails`,
  exception: () => "The call raises an exception",
};

/** Titles of the causes that known-causes.ts names. */
const titlesOfCauses: Readonly<Record<string, (words: Words, type: ErrorType) => string>> = {
  certificate: ({ provider }) => `Certificate of ${provider} is not trusted`,
  "key missing": ({ provider }) => `API key for ${provider} is missing`,
  "key rejected": ({ provider }) => `${capital(provider)} rejects the API key`,
  "model not found": ({ provider }) => `${capital(provider)} does not know the model`,
  "not allowed": ({ provider }) => `${capital(provider)} denies access`,
  "tool schema": ({ provider }) => `${capital(provider)} rejects the schema of a tool`,
  address: ({ provider }) => `Address of ${provider} is not valid`,
  unsupported: ({ provider, about }) => `${capital(provider)} does not accept ${named(about)}`,
  missing: ({ provider, about }) => `Request to ${provider} lacks ${named(about)}`,
  "wrong type": ({ provider, about }) => `Request to ${provider} has the wrong type for ${named(about)}`,
  "content type": ({ provider }) => `Answer of ${provider} has an unexpected content type`,
  cut: ({ provider }) => `Answer of ${provider} is cut off`,
  "not JSON": ({ provider }) => `Answer of ${provider} is not valid JSON`,
  schema: ({ provider }) => `Answer of ${provider} does not match the schema`,
  empty: ({ provider }) => `Answer of ${provider} is empty`,
  "unknown tool": ({ tool }) => `Model calls ${tool === "" ? "an unknown tool" : `the unknown tool ${tool}`}`,
  "retries exceeded": ({ tool }) => `${subject(tool)} fails at every attempt`,
  "connection refused": ({ tool }) => `${subject(tool)} cannot connect`,
  "host not found": ({ tool }) => `${subject(tool)} cannot find a host`,
  "timed out": ({ tool }) => `${subject(tool)} times out`,
  "permission denied": ({ tool }) => `${subject(tool)} lacks a permission`,
  "no such file": ({ tool }) => `${subject(tool)} does not find a file`,
  "division by zero": ({ tool }) => `${subject(tool)} divides by zero`,
};

function titleOfWords(failed: FailedCall, { message }: ErrorCause, words: Words): string {
  const described = raised(classOf(failed), message || failed.code || "");
  switch (failed.type) {
    case "tool_failed":
      return classOf(failed) === ""
        ? `${subject(words.tool)} fails: ${described}`
        : `${subject(words.tool)} raises ${described}`;
    case "exception":
      if (described === "") return titlesOfTypes.exception(words);
      return words.tool === "" ? described : `${words.tool} raises ${described}`;
    default:
      return described === ""
        ? titlesOfTypes[failed.type](words)
        : `${titlesOfTypes[failed.type](words)}: ${firstLine(message)}`;
  }
}

/** A cause in one service names it where nothing else tells two issues apart. */
const ofService = (title: string, type: ErrorType, service: string | undefined) =>
  service !== undefined && inService.has(type) ? `${title} in ${service}` : title;

const inService: ReadonlySet<ErrorType> = new Set<ErrorType>([
  "cancelled",
  "context_too_large",
  "content_filtered",
  "refusal",
]);

const raised = (name: string, message: string) => {
  const line = firstLine(message);
  return name === "" || line.startsWith(`${name}:`) ? line : [name, line].filter((part) => part !== "").join(": ");
};
const subject = (tool: string) => (tool === "" ? "The call" : tool);
const named = (about: string) => (about === "" ? "a parameter" : `the parameter ${about}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lastWord = (frame: string) => frame.split(" ").at(-1) ?? frame;
const firstLine = (text: string) => text.trim().split(/\r?\n/, 1)[0] ?? "";
