/** At most this many characters of a message are read: wrappers repeat what they wrap. */
const maxChars = 4000;

/**
 * Returns the innermost message of an error: without the JSON, the class names, the status and the advice that
 * clients, frameworks and gateways put around it.
 */
export function plainMessage(message: string): string {
  let text = message.slice(0, maxChars);
  for (let round = 0; round < 6; round++) {
    const before = text;
    text = innerMessage(text);
    for (const suffix of suffixes) text = text.replace(suffix, "");
    for (const prefix of prefixes) text = text.replace(prefix, "");
    text = text.trim().replace(/^["'([<]+(?=\w)|["']\)+$|["']+$/g, "");
    if (text === before) break;
  }
  return text.trim();
}

/** A field that holds a message: of JSON, of a Python or Ruby dictionary, of a log format. */
const field =
  /["':]?\b(?:message|details?|error_message|errorMessage|msg|Message|error|raw)["']?\s*(?::|=>|=)\s*(?:"((?:[^"\\]|\\.){3,})"|'((?:[^'\\]|\\.|'(?=\w)){3,})')/g;

/** Java prints a map without quotes. */
const bareField = /[{,]\s*message=([^{}]+?)(?:, \w+=[^{}]*)?\}/;

function innerMessage(text: string): string {
  const opened = text.search(/[{<]/);
  if (opened < 0) return text;
  // The longest one: short ones are labels such as "Bad Request" or "Provider returned error".
  let found = "";
  for (const match of text.slice(opened).matchAll(field)) {
    const value = match[1] ?? match[2] ?? "";
    if (/\s/.test(value) && value.length > found.length) found = value;
  }
  if (found === "") return bareField.exec(text)?.[1] ?? text;
  return found.replace(/\\n/g, "\n").replace(/\\(.)/g, "$1");
}

const suffixes: readonly RegExp[] = [
  /\s*Troubleshooting URL: \S+\s*$/i,
  /\s*(?:For (?:further|more) information|For troubleshooting|More information)\b[^]*$/i,
  /\s*Traceback \(most recent call last\)[^]*$/,
  /\s*\(most recent call last\)[^]*$/,
  /[\s.]*Received Model Group=[^]*$/,
  /\s*LiteLLM Retried: [^]*$/,
  /\s*No fallback model group found[^]*$/,
  /\s*File an issue[^]*$/i,
  /\s*Please fix your mistakes\.?\s*$/i,
  /[\s,;(]*\b(?:request|trace|correlation|log)[-_ ]?id\b[\s:=]*['"]?[\w.:-]+['"]?\)?\.?\s*$/i,
  /\s*\((?:param|code|type|Service|request)\b[^()]*\)\s*$/,
  /\n\s+at [^]*$/,
];

const className = String.raw`(?:<class ')?(?:[A-Za-z_][\w$]*(?:\.|::|\\))*[A-Z]\w*(?:Error|Exception|Timeout|Failure|Fault|Err)(?:'>)?`;

const prefixes: readonly RegExp[] = [
  // Chains of classes: "litellm.BadRequestError: BadRequestError: OpenAIException - ".
  new RegExp(
    String.raw`^(?:Uncaught |Unhandled |Caused by:? )?(?:\[)?${className}(?: Error)?\]?(?:\s*\[\w+\])?(?:\s*:\s*|\s+-\s+|\()`,
  ),
  new RegExp(String.raw`^\w+Exception ${className} - `),
  /^(?:[A-Z][a-z]+){2,6}(?::\s+|\((?=["']))/,
  /^HTTP Error \d{3}:\s*/,
  /^Error \d{3}:\s*/,
  /^(?:AI_)?(?:APICallError|APIError|Error|error|Exception|failed|failure)\s*[:-]\s+/,
  /^\[[A-Z]\w+ Error\]:\s*/,
  /^Error fetching from \S+:\s*/i,
  /^Failed after \d+ attempts?(?: with non-retryable error)?[.:]\s*(?:Last error:)?\s*/i,
  /^(?:GET|POST|PUT) "?\S+"?:\s*/,
  /^(?:Error code|HTTP(?: status)?(?: code)?|status[_ ]?code|status|API error occurred: Status)\s*[:=]?\s*\d{3}\b(?:\s+\([^)]*\))?[\s,:.-]*/i,
  /^(?:model_name: \S+,?\s*|body:\s*)/i,
  /^\[?\(?[45]\d\d\)?\b\s*(?:Bad Request|Unauthorized|Forbidden|Not Found|Unprocessable Entity|Too Many Requests|Internal Server Error|[A-Z]+(?:_[A-Z]+)+\.)?\]?[\s,:.-]*/,
  /^(?:Client|Server) error '\d{3}[^']*' for url \S+\s*/,
  /^An error occurred \((\w+)\) when calling the \w+ operation(?: \([^)]*\))?:\s*/,
  /^operation error [^]*?RequestID: [\w-]+,\s*(?:api error\s*)?(?:\w+:\s*)?/,
  /^(?:Error \d{3},\s*)?Message:\s*/,
  /^(?:invalid_request_error|api_error|server_error|rate_limit_error|authentication_error|not_found_error)\s*:\s*/,
  /^(?:Error|Failed) (?:running|executing|calling|invoking) (?:the )?(?:tool|function)\s*['"`]?[\w.-]+['"`]?:\s*/i,
  /^Tool ['"`]?[\w.-]+['"`]? (?:failed|raised an? (?:error|exception)|execution failed)(?: with(?: an)? (?:error|exception))?:\s*/i,
  /^tool [\w.-]+:\s*/,
  /^(?:An )?error (?:occurred )?(?:while|during|when) [^.:]{3,60}[.:]\s*(?:Please try again\.?\s*)?(?:Error:\s*)?/i,
  /^Something went wrong in function invocation\.[^]*?Error description:\s*/,
  /^MCP error -?\d+:\s*/,
  /^(?:\S+ service failed to complete the prompt",\s*)/,
  /^Provider returned error[:\s]*/,
];
