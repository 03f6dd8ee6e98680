import type { WrittenCause } from "./grouping-corpus.ts";

interface Wording {
  readonly client: string;
  readonly className: string;
  readonly message: string;
}

type Word = (cause: WrittenCause, message: string) => Wording;

const python = (text: string) => (text.includes("'") ? `"${text.replaceAll('"', '\\"')}"` : `'${text}'`);
const quoted = (text: string) => JSON.stringify(text);
const orNone = (text: string | undefined) => (text === undefined || text === "" ? "None" : `'${text}'`);
const orNull = (text: string | undefined) => (text === undefined || text === "" ? "null" : `"${text}"`);
const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
  529: "Site is overloaded",
};
const litellmNames: Readonly<Record<string, string>> = {
  openai: "OpenAI",
  azure: "Azure",
  anthropic: "Anthropic",
  bedrock: "Bedrock",
  gemini: "Gemini",
};

/** How clients and frameworks word an error response; the forms are those of test/fixtures/errors and of captures. */
const openaiLike: readonly Word[] = [
  ({ status, errorType, code, param, className }, m) => ({
    client: "openai-python",
    className: `openai.${className}`,
    message: `Error code: ${status} - {'error': {'message': ${python(m)}, 'type': '${errorType}', 'param': ${orNone(param)}, 'code': ${orNone(code)}}}`,
  }),
  ({ status, className }, m) => ({ client: "openai-node", className: `${className}`, message: `${status} ${m}` }),
  ({ provider, className }, m) => ({
    client: "litellm",
    className: `litellm.exceptions.${className}`,
    message: `litellm.${className}: ${className}: ${litellmNames[provider]}Exception - ${m}`,
  }),
  ({ status, className }, m) => ({
    client: "langchain-node",
    className: `${className}/Error`,
    message: `${status} ${m}\n\nTroubleshooting URL: https://docs.langchain.com/oss/javascript/langchain/errors/ERROR/`,
  }),
  (_, m) => ({ client: "ai-sdk", className: "AI_APICallError", message: m }),
  ({ status = 400, errorType, code, param }, m) => ({
    client: "openai-go",
    className: "",
    message: `POST "https://api.openai.com/v1/chat/completions": ${status} ${reasons[status]} {"message":${quoted(m)},"type":"${errorType}","param":${orNull(param)},"code":${orNull(code)}}`,
  }),
  ({ status, className }, m) => ({
    client: "openai-java",
    className: `com.openai.errors.${(className ?? "").replace(/Error$/, "Exception")}`,
    message: `${status}: ${m}`,
  }),
  ({ status, errorType, code }, m) => ({
    client: "openai-dotnet",
    className: "System.ClientModel.ClientResultException",
    message: `HTTP ${status} (${errorType}: ${code})\n\n${m}`,
  }),
  (_, m) => ({
    client: "ai-sdk-retry",
    className: "AI_RetryError",
    message: `Failed after 3 attempts. Last error: ${m}`,
  }),
  ({ className }, m) => ({
    client: "litellm-router",
    className: `litellm.exceptions.${className}`,
    message: `litellm.${className}: OpenAIException - ${m}. Received Model Group=fast\nAvailable Model Group Fallbacks=None LiteLLM Retried: 2 times, LiteLLM Max Retries: 2`,
  }),
  ({ status, errorType, code, param }, m) => ({
    client: "pydantic-ai",
    className: "pydantic_ai.exceptions.ModelHTTPError",
    message: `status_code: ${status}, model_name: {model}, body: {'message': ${python(m)}, 'type': '${errorType}', 'param': ${orNone(param)}, 'code': ${orNone(code)}}`,
  }),
  ({ className, status }, m) => ({
    client: "langfuse",
    className: "",
    message: `Error: ${status} ${m}${className === "" ? "" : ""}`,
  }),
  ({ status, errorType }, m) => ({
    client: "semantic-kernel",
    className: "ServiceResponseException",
    message: `<class 'semantic_kernel.connectors.ai.open_ai.services.open_ai_chat_completion.OpenAIChatCompletion'> service failed to complete the prompt", BadRequestError("Error code: ${status} - {'error': {'message': ${python(m)}, 'type': '${errorType}'}}")`,
  }),
  ({ status, code }, m) => ({
    client: "openrouter",
    className: "APIError",
    message: `{"error":{"message":"Provider returned error","code":${status},"metadata":{"raw":${quoted(JSON.stringify({ error: { message: m, code } }))}}}}`,
  }),
];

const anthropicLike: readonly Word[] = [
  ({ status, errorType, className }, m) => ({
    client: "anthropic-python",
    className: `anthropic.${className}`,
    message: `Error code: ${status} - {'type': 'error', 'error': {'type': '${errorType}', 'message': ${python(m)}}, 'request_id': 'req_{id}'}`,
  }),
  ({ status, errorType, className }, m) => ({
    client: "anthropic-node",
    className: `${className}`,
    message: `${status} {"type":"error","error":{"type":"${errorType}","message":${quoted(m)}},"request_id":"req_{id}"}`,
  }),
  openaiLike[2] as Word,
  openaiLike[4] as Word,
  ({ status = 400, errorType }, m) => ({
    client: "anthropic-go",
    className: "",
    message: `POST "https://api.anthropic.com/v1/messages": ${status} ${reasons[status]} (Request-ID: req_{id}) {"type":"error","error":{"type":"${errorType}","message":${quoted(m)}}}`,
  }),
  ({ status, className }, m) => ({
    client: "anthropic-java",
    className: `com.anthropic.errors.${(className ?? "").replace(/Error$/, "Exception")}`,
    message: `${status}: {error={type=invalid, message=${m}}, type=error, request_id=req_{id}}`,
  }),
  (_, m) => ({ client: "openinference", className: "", message: m }),
];

const bedrockLike: readonly Word[] = [
  ({ code }, m) => ({
    client: "boto3",
    className: "botocore.exceptions.ClientError",
    message: `An error occurred (${code}) when calling the Converse operation (reached max retries: 4): ${m}`,
  }),
  ({ className }, m) => ({ client: "aws-sdk-node", className: `${className}`, message: m }),
  ({ status, className }, m) => ({
    client: "aws-sdk-java",
    className: `software.amazon.awssdk.services.bedrockruntime.model.${className}`,
    message: `${m} (Service: BedrockRuntime, Status Code: ${status}, Request ID: 0f8fad5b-d9cb-469f-a165-70867728950e)`,
  }),
  ({ status, code }, m) => ({
    client: "aws-sdk-go",
    className: "",
    message: `operation error Bedrock Runtime: Converse, https response error StatusCode: ${status}, RequestID: 7c9e6679-7425-40de-944b-e07fc1f90ae7, ${code}: ${m}`,
  }),
  openaiLike[2] as Word,
  ({ code }, m) => ({
    client: "langchain-aws",
    className: `botocore.errorfactory.${code}`,
    message: `An error occurred (${code}) when calling the InvokeModel operation: ${m}`,
  }),
];

const geminiLike: readonly Word[] = [
  ({ status, errorType, className }, m) => ({
    client: "google-genai-python",
    className: `google.genai.errors.${className}`,
    message: `${status} ${errorType}. {'error': {'code': ${status}, 'message': ${python(m)}, 'status': '${errorType}'}}`,
  }),
  ({ status, errorType }, m) => ({
    client: "google-genai-node",
    className: "ApiError",
    message: `{"error":{"code":${status},"message":${quoted(m)},"status":"${errorType}"}}`,
  }),
  ({ status = 400 }, m) => ({
    client: "generative-ai-node",
    className: "GoogleGenerativeAIFetchError",
    message: `[GoogleGenerativeAI Error]: Error fetching from https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent: [${status} ${reasons[status]}] ${m}`,
  }),
  ({ status, errorType }, m) => ({
    client: "google-genai-go",
    className: "",
    message: `Error ${status}, Message: ${m}, Status: ${errorType}, Details: []`,
  }),
  openaiLike[2] as Word,
  openaiLike[4] as Word,
];

const families: Readonly<Record<string, readonly Word[]>> = {
  anthropic: anthropicLike,
  bedrock: bedrockLike,
  gemini: geminiLike,
};

const wordingsAtMost = 7;

/** Returns a cause in the words of up to seven clients of its provider, others for each cause. */
export function httpWordings(cause: WrittenCause): readonly Wording[] {
  const family = families[cause.provider] ?? openaiLike;
  const { messages = [] } = cause;
  const first = cause.cause.length;
  return Array.from({ length: Math.min(wordingsAtMost, family.length) }, (_, index) => {
    const word = family[(first + index) % family.length] as Word;
    return word(cause, messages[index % messages.length] ?? "");
  });
}

const toolLike: readonly Word[] = [
  ({ className }, m) => ({ client: "langgraph", className: `${className}`, message: m }),
  ({ tool }, m) => ({
    client: "openai-agents",
    className: "agents.exceptions.UserError",
    message: `Error running tool ${tool}: ${m}`,
  }),
  ({ className }, m) => ({ client: "langchain", className: "ToolException", message: `${className}: ${m}` }),
  ({ tool }, m) => ({
    client: "ai-sdk",
    className: "AI_ToolExecutionError",
    message: `Error executing tool ${tool}: ${m}`,
  }),
  (_, m) => ({ client: "mcp", className: "McpError", message: `MCP error -32603: ${m}` }),
  ({ tool, className }, m) => ({
    client: "semantic-kernel",
    className: `${className}`,
    message: `Something went wrong in function invocation. During function invocation: 'shop-${tool}'. Error description: '${m}'`,
  }),
  ({ className }, m) => ({
    client: "langgraph-message",
    className: "",
    message: `Error: ${className}(${python(m)})\n Please fix your mistakes.`,
  }),
];

/** Returns a cause of a failed tool in the words of five frameworks. */
export function toolWordings(cause: WrittenCause): readonly Wording[] {
  const { messages = [], onlyPython = false } = cause;
  const words = onlyPython ? [toolLike[0], toolLike[2], toolLike[6], toolLike[0]] : toolLike;
  return Array.from({ length: Math.min(5, words.length) }, (_, index) => {
    const word = words[(cause.cause.length + index) % words.length] as Word;
    return word(cause, messages[index % messages.length] ?? "");
  });
}
