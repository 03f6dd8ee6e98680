import type { ErrorType } from "../../datapoints/index.ts";
import type { FailedCall } from "./failed-call.ts";

interface KnownCause {
  readonly name: string;
  readonly types: readonly ErrorType[];
  readonly words?: RegExp;
  /** Codes and classes of providers and clients. */
  readonly code?: RegExp;
  readonly status?: readonly number[];
  /** The part of the message that tells two such causes apart: the name of a field, a setting or a variable. */
  readonly named?: boolean;
}

const setup = ["misconfiguration"] as const;
const reply = ["invalid_response"] as const;
const raised = ["exception", "tool_failed"] as const;

/**
 * Causes that clients word differently, the first match decides. Everything else differs by the words of its
 * message.
 */
const knownCauses: readonly KnownCause[] = [
  {
    name: "certificate",
    types: setup,
    words: /self[- ]signed|certificate|CERT_|\bSSL\b|\bTLS\b|handshake/i,
  },
  {
    name: "key missing",
    types: setup,
    words:
      /(?:\bno|missing|without|provide (?:your |an? |the )?|must provide|(?:did ?n[o']t|could ?n[o']t|could not|cannot|unable to) (?:provide|find|locate|load|resolve|determine)|failed to (?:refresh|retrieve|get) (?:cached )?)\b[^.]{0,40}\b(?:api[ _-]?key|credentials?|auth(?:entication|orization)?\b|(?:api|access|auth|bearer)[ _-]?token)|(?:api[ _-]?key|credentials?|token|[A-Z_]+_(?:KEY|TOKEN))\b[^.]{0,60}(?:not (?:set|provided|found|configured|specified)|must be (?:set|provided)|(?:is|are) (?:required|missing|empty|not set)|missing|environment variable)|\b[A-Z_]+_(?:KEY|TOKEN)\b[^.]{0,30}environment variable/i,
  },
  {
    name: "key rejected",
    types: setup,
    words:
      /(?:incorrect|invalid|expired|revoked|wrong|bad|malformed)[^.]{0,30}(?:api[ _-]?key|token|credential|x-api-key|authentication|subscription key)|(?:api[ _-]?key|x-api-key|token|credentials?|access key)[^.]{0,40}(?:not valid|invalid|incorrect|expired|rejected|revoked)|unauthenticated/i,
    code: /invalid_api_key|authentication_error|AuthenticationError|UnrecognizedClient|UNAUTHENTICATED|Unauthorized(?:Error|Exception)?$/i,
    status: [401],
  },
  {
    name: "model not found",
    types: setup,
    words:
      /\b(?:models?|deployment|engine)\b(?:\W|\w){0,80}?\b(?:not (?:be )?(?:found|exist|available|served)|does ?n[o']t exist|does not exist|no longer|deprecated|retired|decommissioned|unknown|is not a valid|identifier is invalid)|(?:unknown|no such|invalid|find|load) (?:the )?(?:models?|deployment)\b|model (?:identifier|id|name) is invalid|^model: \S+$/i,
    code: /model_not_found|DeploymentNotFound|ModelNotFound/i,
  },
  {
    name: "not allowed",
    types: setup,
    words:
      /permission|not (?:allowed|authorized|permitted) to|access (?:is )?denied|do(?:es)?(?: not|n't) have access|forbidden|not supported in your|country|organization must be verified/i,
    code: /AccessDenied|PERMISSION_DENIED|permission_error|PermissionDenied|Forbidden/i,
    status: [403],
  },
  {
    name: "tool schema",
    types: setup,
    words:
      /invalid schema for (?:function|tool)|(?:function|tool)[_ ](?:parameters|declaration|schema)|(?:input_schema|inputSchema|toolSpec)|tools?[.[]\d+/i,
  },
  {
    name: "address",
    types: setup,
    words:
      /\b(?:invalid|malformed|unsupported|missing|undefined|bad|no)\b[^.\n]{0,30}\b(?:url|uri|endpoint|base_?url|scheme|schema supplied|protocol)\b|(?:url|uri)[^.\n]{0,30}(?:invalid|missing|malformed|parse)|(?:parse|absolute) ur[li]|no scheme|relative url|could not be parsed as|unknown url type/i,
  },
  {
    name: "unsupported",
    types: [...setup, "setting_out_of_bounds"],
    words:
      /(?:unsupported|unknown|unrecogni[sz]ed|unexpected|extra|additional|invalid|unavailable)[^.]{0,40}\b(?:parameters?|arguments?|fields?|keyword|propert(?:y|ies)|inputs?|name|option)\b|(?:not support|not permitted|not allowed|are not supported|is not supported|doesn't support)/i,
    code: /unsupported_parameter|unknown_parameter|UnsupportedParams/i,
    named: true,
  },
  {
    name: "missing",
    types: setup,
    words:
      /missing[^.]{0,40}\b(?:parameter|argument|field|property|keyword)|\b(?:required|mandatory)[^.]{0,20}\b(?:parameter|property|field|key)|(?:field|parameter|property|argument)\b[^.]{0,30}\brequired/i,
    code: /missing_required_parameter/i,
    named: true,
  },
  {
    name: "wrong type",
    types: setup,
    words:
      /invalid type for|wrong type|should be a valid|expected (?:an? )?(?:string|number|integer|object|array|list|float|dict|boolean)|must be (?:an? )?(?:string|number|integer|object|array|list|boolean)/i,
    named: true,
  },
  {
    name: "unknown tool",
    types: reply,
    words:
      /(?:unknown|unavailable|undeclared|no such|unregistered|not found|non-?existent)[^.]{0,30}\b(?:tool|function)|\b(?:tool|function)\b[^.]{0,50}(?:not (?:found|exist|available|registered)|does ?n[o']t exist|does not exist|unavailable|unknown)/i,
  },
  { name: "content type", types: reply, words: /content[- _]?type|mimetype|event.?stream/i },
  {
    name: "cut",
    types: reply,
    words:
      /EOF while parsing|unexpected (?:end|eof)|end of (?:json )?(?:input|data|file)|end-of-input|unterminated|incomplete|truncated|max(?:imum)?[_ ](?:output[_ ])?tokens|length limit|finish.?reason\W{0,4}length|expected (?:depth|end)|not closed|unclosed/i,
  },
  {
    name: "not JSON",
    types: reply,
    words:
      /expecting value|not (?:valid )?json|unexpected (?:token|character|non-whitespace)|invalid (?:character|json)|JSON ?(?:decode|parse|syntax)|unrecognized token|unknown token|no json|is an invalid start|expected value at|syntax error|unexpected string response/i,
  },
  {
    name: "schema",
    types: reply,
    words:
      /validation (?:error|failed)|schema|missing (?:field|property)|(?:field|property) required|required (?:field|property)|invalid_type|should be a valid|does not match|could not be converted|type_error|cannot deserialize|unrecognized field/i,
  },
  {
    name: "not JSON",
    types: reply,
    words:
      /(?:could ?n[o']t|could not|failed to|unable to|cannot) (?:be )?(?:parse|decode|deserialize)|to valid response/i,
  },
  {
    name: "empty",
    types: reply,
    words:
      /\bempty\b|\bno (?:content|choices|output|response|candidates|message|generations?)\b|without (?:content|choices|output)|neither/i,
  },
  {
    name: "unknown tool",
    types: raised,
    words:
      /\b(?:unknown|unavailable|undeclared|no such|unregistered)[^.]{0,20}\b(?:tool|function)\b|\b(?:tool|function)\b[^.]{0,50}(?:not (?:found|registered|available)|does ?n[o']t exist|does not exist|unavailable|is not a valid)/i,
  },
  { name: "retries exceeded", types: ["tool_failed"], words: /exceeded max(?:imum)? retries/i },
  {
    name: "connection refused",
    types: raised,
    words: /ECONNREFUSED|connection (?:was )?(?:actively )?refused|actively refused/i,
  },
  {
    name: "host not found",
    types: raised,
    words:
      /ENOTFOUND|EAI_AGAIN|getaddrinfo|name or service not known|no such host|nodename nor servname|name resolution|unknownhost/i,
  },
  { name: "timed out", types: raised, words: /timed? ?out|ETIMEDOUT|deadline exceeded/i },
  {
    name: "permission denied",
    types: raised,
    words: /EACCES|permission denied|access (?:to the path[^.]{0,80} )?is denied/i,
  },
  {
    name: "no such file",
    types: raised,
    words: /ENOENT|no such file|cannot find the (?:file|path)|could not find file|FileNotFound|NoSuchFile/i,
  },
  {
    name: "division by zero",
    types: raised,
    words:
      /division by zero|divi(?:de|sion) by (?:zero|0)|integer divide by zero|DivideByZero|divided by 0|\/ by zero/i,
  },
];

const byType = Map.groupBy(
  knownCauses.flatMap((cause) => cause.types.map((type) => ({ type, cause }))),
  ({ type }) => type,
);

/** Returns the name of a known cause, with the field that it is about; undefined when none matches. */
export function knownCause(failed: FailedCall, message: string): readonly string[] | undefined {
  const causes = (byType.get(failed.type) ?? []).map(({ cause }) => cause);
  const codes = [failed.code ?? "", failed.errorClass ?? ""];
  const found =
    causes.find(({ words }) => words?.test(message) === true) ??
    causes.find(({ code }) => code !== undefined && codes.some((each) => code.test(each))) ??
    causes.find(({ status }) => failed.status !== undefined && status?.includes(failed.status) === true);
  if (!found) return undefined;
  return found.named === true ? [found.name, nameIn(message)] : [found.name];
}

const identifiers: readonly RegExp[] = [
  /(?:parameters?|arguments?|fields?|property|properties)\b[^\w'"`]{0,3}[:=[\s]*['"`]([a-zA-Z])['"`]/,
  /^['"`]?([a-z][\w.[\]-]{0,60})['"`]?(?:: | is too| is -?\d| must be| should be)/,
  /\b(?:parameter|argument|field|value for|property) ([a-z]\w*(?:[._]\w+|[A-Z]\w*)[\w.]*)/,
  /\b(?:Value error, )([a-z]\w*) must/,
  /(?:parameters?|arguments?|fields?|property|properties|key|keyword|option|setting)\b[^\w'"`]{0,3}(?:for \w+ )?[:=[\s]*['"`]([\w.[\]-]{2,60})['"`]/i,
  /(?:parameters?|arguments?|fields?|property|properties|key|keyword|option|setting)\b\s*(?:in \w+)?\s*[:=]\s*\[?['"`]?([\w.[\]-]{2,60})/i,
  /['"`]([a-z][\w.[\]-]{1,60})['"`]/i,
  /\b([a-z]+(?:_[a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+)\b/,
];

/** Returns the name of the field that a message is about, in one spelling: `max_tokens` for `generationConfig.maxTokens`. */
export function nameIn(message: string): string {
  for (const identifier of identifiers) {
    const name = identifier.exec(message)?.[1];
    if (name !== undefined)
      return (name.split(/[.[\]]+/).findLast((part) => /[a-z]/i.test(part)) ?? name)
        .replace(/[^a-z]/gi, "")
        .toLowerCase();
  }
  return "";
}
