interface WelcomeFacts {
  readonly url: string;
  /** Token of the first start. */
  readonly token?: string;
  /** Works once, and only while no user has signed up. */
  readonly signUpLink?: string;
}

/** Returns the text for a terminal after startup: the address, the token, and a first call to send. */
export function welcome({ url, token, signUpLink }: WelcomeFacts): string {
  const key = token ?? "$GAFFE_TOKEN";
  return `
  Gaffe is ready   ${url}${signUpLink === undefined ? "" : `\n  Sign up          ${signUpLink}`}
  ${token === undefined ? "Token            the one of the first start, or of GAFFE_INIT_TOKEN" : `Token            ${token}`}

  Point an app that uses OpenTelemetry here:

    export OTEL_EXPORTER_OTLP_ENDPOINT=${url}
    export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
    export OTEL_EXPORTER_OTLP_HEADERS="api-key=${key}"
    export OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true

  (the last: most instrumentations omit messages by default)

  Or send a first call, a refused refund, from another terminal:

${snippet(url, key)}

  and inspect the issue that it opened:

    curl -s ${url}/api/v1/issues -H "api-key: ${key}"
`;
}

/** Returns a shell command that sends one GenAI span, with new ids at every run. */
function snippet(url: string, token: string): string {
  const text = (role: string, content: string) =>
    `{\\"role\\":\\"${role}\\",\\"parts\\":[{\\"type\\":\\"text\\",\\"content\\":\\"${content}\\"}]}`;
  const attribute = (key: string, value: string) => `{"key":"${key}","value":{"stringValue":"${value}"}}`;
  const attributes = [
    attribute("gen_ai.operation.name", "chat"),
    attribute("gen_ai.provider.name", "openai"),
    attribute("gen_ai.request.model", "gpt-4o"),
    attribute("gen_ai.input.messages", `[${text("user", "Please refund my order 1042.")}]`),
    attribute("gen_ai.output.messages", `[${text("assistant", "I am sorry, but I cannot help with refunds.")}]`),
  ].join(",\n      ");
  return `    curl -s ${url}/v1/traces -H "content-type: application/json" -H "api-key: ${token}" -d '
    {"resourceSpans":[{"resource":{"attributes":[${attribute("service.name", "hello")}]},"scopeSpans":[{"spans":[{
      "traceId":"'$(od -An -N16 -tx1 /dev/urandom | tr -d " \\n")'","spanId":"'$(od -An -N8 -tx1 /dev/urandom | tr -d " \\n")'",
      "name":"chat gpt-4o","kind":3,
      "startTimeUnixNano":"'$(date +%s)000000000'","endTimeUnixNano":"'$(date +%s)900000000'",
      "attributes":[
      ${attributes}]}]}]}]}'`;
}
