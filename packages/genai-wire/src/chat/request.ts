import { z } from "zod";

/**
 * A chat request in OpenAI's format (Chat Completions), limited to what the proxy can translate. Strict: an
 * unknown member has no known equivalent in other APIs and is refused rather than dropped.
 */

const Marked = { cache_control: z.looseObject({ type: z.string() }).nullish() };
const TextPart = z.strictObject({ type: z.literal("text"), text: z.string(), ...Marked });
const ImagePart = z.strictObject({
  type: z.literal("image_url"),
  image_url: z.strictObject({ url: z.string(), detail: z.string().nullish() }),
  ...Marked,
});
const AudioPart = z.strictObject({
  type: z.literal("input_audio"),
  input_audio: z.strictObject({ data: z.string(), format: z.string() }),
});
const FilePart = z.strictObject({
  type: z.literal("file"),
  file: z.strictObject({
    file_data: z.string().nullish(),
    filename: z.string().nullish(),
    file_id: z.string().nullish(),
  }),
  ...Marked,
});
const RefusalPart = z.strictObject({ type: z.literal("refusal"), refusal: z.string() });
const UserPart = z.discriminatedUnion("type", [TextPart, ImagePart, AudioPart, FilePart]);

const ToolCall = z.strictObject({
  id: z.string(),
  type: z.literal("function"),
  index: z.number().nullish(),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
  /** Where Google puts the signature that a thinking model requires back with its own call. */
  extra_content: z
    .looseObject({ google: z.looseObject({ thought_signature: z.string().nullish() }).nullish() })
    .nullish(),
});

/** Signed reasoning of an earlier response, which Anthropic and Bedrock require back unchanged. */
const ThinkingBlock = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string().nullish() }),
  z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() }),
]);

const texts = z.union([z.string(), z.array(TextPart)]);
const name = z.string().nullish();
const SystemMessage = z.strictObject({ role: z.enum(["system", "developer"]), content: texts, name });
const UserMessage = z.strictObject({
  role: z.literal("user"),
  content: z.union([z.string(), z.array(UserPart)]),
  name,
});
/** Includes the members of a response that clients send back unread: annotations, reasoning text, nulls. */
const AssistantMessage = z.strictObject({
  role: z.literal("assistant"),
  content: z.union([z.string(), z.array(z.discriminatedUnion("type", [TextPart, RefusalPart]))]).nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(ToolCall).nullish(),
  thinking_blocks: z.array(ThinkingBlock).nullish(),
  reasoning_content: z.string().nullish(),
  annotations: z.array(z.unknown()).nullish(),
  audio: z.null().optional(),
  function_call: z.null().optional(),
  name,
});
const ToolMessage = z.strictObject({ role: z.literal("tool"), content: texts, tool_call_id: z.string(), name });

const Tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string(),
    description: z.string().nullish(),
    parameters: z.looseObject({}).nullish(),
    strict: z.boolean().nullish(),
  }),
  ...Marked,
});

const ToolChoice = z.union([
  z.enum(["none", "auto", "required"]),
  z.strictObject({ type: z.literal("function"), function: z.strictObject({ name: z.string() }) }),
]);

const ResponseFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    json_schema: z.strictObject({
      name: z.string(),
      description: z.string().nullish(),
      schema: z.looseObject({}).nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
]);

const Message = z.discriminatedUnion("role", [SystemMessage, UserMessage, AssistantMessage, ToolMessage]);

export const ChatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  tools: z.array(Tool).nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: ResponseFormat.nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]).nullish(),
  /** Anthropic's own parameter, for its models on any platform. */
  thinking: z.looseObject({ type: z.string() }).nullish(),
  n: z.int().positive().nullish(),
  seed: z.int().nullish(),
  frequency_penalty: z.number().nullish(),
  presence_penalty: z.number().nullish(),
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  logit_bias: z.record(z.string(), z.number()).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().nullish(),
  modalities: z.array(z.string()).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: z.string().nullish(),
  store: z.boolean().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_retention: z.string().nullish(),
  verbosity: z.string().nullish(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;
export type ChatMessage = z.infer<typeof Message>;
export type ChatUserPart = z.infer<typeof UserPart>;
export type ChatTextPart = z.infer<typeof TextPart>;
export type ChatAssistantMessage = z.infer<typeof AssistantMessage>;
export type ChatToolCall = z.infer<typeof ToolCall>;
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;
