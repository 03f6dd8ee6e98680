import type { ErrorRule } from "./error-rules.ts";

/**
 * Maps errors that clients, frameworks and gateways raise themselves: before a request, on the network, or while
 * they read a response. They precede the rules for provider responses, because such errors often carry a status
 * that no provider sent. The boundaries between the types are in docs/error-types.md.
 */
export const clientRules: readonly ErrorRule[] = [
  // Errors of the language or the file system: nothing about the call can be read from them.
  { type: "exception", words: /(^| )(filenotfounderror|permissionerror|notadirectoryerror)$/ },
  {
    type: "exception",
    message: /object has no attribute '|argument of type '\w+' is not iterable|indices must be integers/i,
  },
  // A deadline that works by aborting is a timeout, not a cancellation.
  { type: "timeout", message: /aborted due to timeout|timed out: timeouterror/i },
  { type: "quota_exceeded", message: /\bbudget has been exceeded/i },
  { type: "tool_failed", message: /\bunknown tool\b/i },
  { type: "tool_failed", message: /\btool '[\w.-]+' exceeded max retries/i },

  // An address that cannot work: no URL, no trust, another protocol.
  { type: "misconfiguration", message: /certificate[_ ]verify[_ ]failed|self-signed certificate/i },
  {
    type: "misconfiguration",
    message: /no scheme supplied|missing an 'https?:\/\/'|failed to parse url|\binvalid (url|endpoint)\b/i,
  },
  { type: "misconfiguration", words: /invalidurl|missingschema|unsupportedprotocol|err_invalid_url/ },
  {
    type: "misconfiguration",
    message:
      /does not match the http\/1\.1 protocol|failed parsing http\/2|bad ?status ?line|http1\.x server|wrong[_ ]version[_ ]number/i,
  },

  // A setting outside its range, before the rules for wrong names and shapes.
  {
    type: "setting_out_of_bounds",
    message: /invalid value for parameter \S+, value: \S+, valid (min|max) value/i,
  },
  { type: "setting_out_of_bounds", message: /invalid length for parameter \S*(stopSequences|\.tools)\b[^.]*, value/i },
  {
    type: "setting_out_of_bounds",
    message: /\bonly temperature=\S+ is supported|\breasoning[_ ]effort: '[^']*'\. must be one of/i,
  },
  { type: "setting_out_of_bounds", message: /value error, n must be/i },

  // Missing credentials, and names or shapes that a client rejects without sending the call.
  {
    type: "misconfiguration",
    message:
      /missing (credentials|\S+ api key|\w+_(id|key))\b|no (api[ _]key|region) (was |provided|given)|api[ _]key (must be|not provided|is required|client option must)|must (provide an api_key|specify a region)/i,
  },
  {
    type: "misconfiguration",
    message:
      /unable to locate credentials|could not resolve (aws credentials|authentication)|must provide (one of|either)|set the `?\w+(_api)?_key`?|config profile .{1,60}could not be found/i,
  },
  { type: "misconfiguration", message: /\b\w+_(api_key|id) (and \w+ )?(not set|environment variable)/i },
  { type: "misconfiguration", words: /apikey|api_key|nocredentials|noregion|invalidregion/ },
  {
    type: "misconfiguration",
    message:
      /unexpected keyword argument|missing required arguments|does not support parameters|is missing variables|\b(model|prompt or messages) is required\b/i,
  },
  {
    type: "misconfiguration",
    message:
      /^(parameter validation failed|unknown model: |unknown service: |unexpected message type|invalid (input|message) type|unsupported function|must provide|received both )|provider not provided|region_name .{1,40}match|invalid \w*routing_strategy/i,
  },
  {
    type: "misconfiguration",
    message: /streaming is required for operations|unable to fetch image|google cloud sdk not found/i,
  },

  // The connection ended in the middle of a response.
  {
    type: "stream_interrupted",
    message:
      /not enough data to satisfy|payload is not completed|without a finish chunk|did not receive done|process successful response/i,
  },
  { type: "timeout", words: /midstream/, message: /timed out/i },
  { type: "stream_interrupted", words: /midstream/ },

  // A response that is there, and cannot be used.
  {
    type: "misconfiguration",
    message:
      /\d validation errors? for (\w*(request|settings|client|options)|chat[a-z]+ai|chat(anthropic|ollama|bedrock))\b/i,
  },
  { type: "invalid_response", message: /\b\d+ validation errors? for \w+/i },
  {
    type: "invalid_response",
    words:
      /jsondecodeerror|jsonschemavalidation|outputparser|responsevalidation|invalidresponse|incompleteoutput|instructorretry|(?<!unicode)decodeerror|contenttypeerror|noobjectgenerated|lengthfinish|checksummismatch/,
  },
  {
    type: "invalid_response",
    message:
      /unterminated string|expecting value: line|invalid json|failed to (decode|parse) (response|chunk|json|\w+ (format )?from completion)|unable to get json response/i,
  },
  {
    type: "invalid_response",
    message:
      /converting to valid response|(type|response) validation failed|invalid input data for|invalid response from [^.]{1,60}, expected|did not contain any choices|invalid response object|empty or invalid response|no generation chunks|unexpected string response|unexpected response type/i,
  },
  {
    type: "invalid_response",
    message:
      /exceeded maximum output retries|incomplete (due to|json)|length limit was reached|response does not have|(event stream|event-stream)[^.]{0,40}(returned|got)/i,
  },

  // Nothing arrived.
  { type: "timeout", message: /status = statuscode\.deadline_exceeded|\bdid not get a response\b/i },
  { type: "provider_unavailable", message: /no deployments available[^]{0,200}in cooldown/i },
  { type: "rate_limited", message: /no deployments available[^]{0,300}(tpm|rpm)_limit': \d/i },
  { type: "provider_unavailable", message: /no deployments available|status = statuscode\.unavailable/i },
  {
    type: "provider_unavailable",
    message:
      /name or service not known|failed to (resolve '|connect to|establish a new connection)|(cannot|could not) connect to|connect call failed|other side closed|(server|socket) disconnected|closed before we received/i,
  },
  {
    type: "provider_unavailable",
    message:
      /caused by: (connect|getaddrinfo) |\[errno (104|111|-2|-3)\]|connection aborted|can not write request body/i,
  },
  { type: "provider_unavailable", words: /httpx\w*\.(read|write|connect)error/ },
];
