import type { ChatMessageJson, ModelReply, TemplateValues } from "../../checks/index.ts";
import { fillTemplate } from "../../checks/service.ts";
import type { CallFacts, Conversation, ConversationMessage } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { type JsonValue, member, parseJson } from "../../platform/json/json.ts";
import type { GenerationModel } from "../registered-model.ts";
import type { TestRunType } from "../test-run.ts";
import type { CallServedModel, ServedModelReply } from "./call-served-model.ts";
import type { ModelLocationResult } from "./find-model-location.ts";
import type { Target, TargetAnswer } from "./target.ts";

interface GenerationDependencies {
  readonly callModel: CallServedModel;
  readonly project: ProjectId;
  readonly type: TestRunType;
  readonly definition: GenerationModel;
  readonly at: Extract<ModelLocationResult, { kind: "found" }>;
}

const defaultTimeoutMs = 60_000;

/** Creates a target for a provider's model with its prompt. */
export function createGenerationTarget({ callModel, project, type, definition, at }: GenerationDependencies): Target {
  const { temperature, tools, timeoutMs = defaultTimeoutMs } = definition;
  const params = { ...(temperature === undefined ? {} : { temperature }), ...definition.params };
  return {
    async answer({ input }, conversation, signal) {
      const messages = messagesFor(definition, input, conversation);
      const words = { messages, params, timeoutMs, ...(tools === undefined ? {} : { tools }) };
      const answer = await callModel({ project, at, ...words }, signal);
      return { modelInput: messages, ...targetAnswerOf(answer, { type, definition, at }) };
    },
  };
}

/**
 * Builds the dialog of a row from a model's templates, followed by the conversation so far. A row that is a dialog is
 * sent as its messages, also where a user's template is nothing but the row's input.
 */
export function messagesFor(
  { systemPromptTemplate, userPromptTemplate, dialogTemplate }: GenerationModel,
  input: Json,
  conversation?: Conversation,
): readonly ChatMessageJson[] {
  const values: TemplateValues = { scenario_input: input, input };
  const filled = (role: string, template: string): readonly ChatMessageJson[] =>
    (role === "user" && isWholeInput(template) ? dialogIn(input) : undefined) ?? [
      { role, content: fillTemplate(template, values) },
    ];
  if (dialogTemplate !== undefined)
    return [
      ...dialogTemplate.flatMap(({ role, content }) => filled(role, content)),
      ...conversationMessages(conversation),
    ];
  const system = systemPromptTemplate === undefined ? [] : filled("system", systemPromptTemplate);
  // In a conversation the driver gets the row's input; the model sees it only where a template contains it.
  if (userPromptTemplate !== undefined) {
    const opening = [...system, ...filled("user", userPromptTemplate)];
    return conversation ? [...opening, ...conversationMessages(conversation)] : opening;
  }
  if (conversation) return [...system, ...conversationMessages(conversation)];
  return [...system, ...filled("user", "{scenario_input}")];
}

const isWholeInput = (template: string): boolean => /^\s*\{(?:scenario_input|input)\}\s*$/.test(template);

/** Returns an input that is already a dialog: a list of `{role, content}`, where a call of tools needs no content. */
function dialogIn(input: Json): readonly ChatMessageJson[] | undefined {
  if (!Array.isArray(input) || input.length === 0) return undefined;
  const list = input as readonly JsonValue[];
  const isMessage = (each: JsonValue) =>
    typeof member(each, "role") === "string" &&
    (member(each, "content") !== undefined || member(each, "tool_calls") !== undefined);
  return list.every(isMessage) ? (list as readonly ChatMessageJson[]) : undefined;
}

function conversationMessages(conversation: Conversation | undefined): readonly ChatMessageJson[] {
  return (conversation?.messages ?? []).map(({ role, content, toolCalls }: ConversationMessage) => ({
    role,
    // Providers refuse a call without its result, and nobody executed it.
    content: toolCalls ? [content, `[called ${JSON.stringify(toolCalls)}]`].join("\n").trim() : content,
  }));
}

interface About {
  readonly type: TestRunType;
  readonly definition: GenerationModel;
  readonly at: Extract<ModelLocationResult, { kind: "found" }>;
}

function targetAnswerOf({ reply, attempts, startedAt, durationMs }: ServedModelReply, about: About): TargetAnswer {
  const call: CallFacts = { ...callFactsOf(about), ...(attempts > 1 ? { attempts } : {}) };
  const time = { startedAt, durationMs };
  if (reply.kind === "failed") {
    const { message, status, code, providerType } = reply;
    const failure = {
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { code }),
      ...(providerType === undefined ? {} : { providerType }),
    };
    return { ...time, error: message.slice(0, 10_000), call: { ...call, failure } };
  }
  const { responseModel, responseId, finishReason, usage } = reply;
  return {
    ...time,
    prediction: predictionOf(about.type, reply),
    call: {
      ...call,
      usage,
      ...(responseModel === undefined ? {} : { responseModel }),
      ...(responseId === undefined ? {} : { responseId }),
      ...(finishReason === undefined ? {} : { finishReason }),
    },
  };
}

function callFactsOf({ definition: { tools, temperature, params }, at: { location } }: About): CallFacts {
  const settings = { ...(temperature === undefined ? {} : { temperature }), ...params };
  return {
    provider: location.providerName,
    requestModel: location.model,
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
    ...(Object.keys(settings).length === 0 ? {} : { params: settings }),
  };
}

/**
 * Returns calls as `{tool_calls: [{name, parameters}]}`, a trimmed label, or a list of ids if the answer is
 * one.
 */
function predictionOf(type: TestRunType, reply: Extract<ModelReply, { kind: "answered" }>): Json {
  const text = reply.text === "" ? (reply.refusal ?? "") : reply.text;
  if (reply.toolCalls.length > 0)
    return { tool_calls: reply.toolCalls.map((call) => ({ ...call })), ...(text === "" ? {} : { content: text }) };
  if (type === "MULTI_CLASS_CLASSIFICATION" || type === "INVARIANT") return text.trim();
  if (type !== "INFORMATION_RETRIEVAL") return text;
  const parsed = parseJson(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ""));
  return parsed.ok ? parsed.value : text;
}
