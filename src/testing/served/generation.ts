import { fillTemplate, type TemplateValues } from "../../checks/judges/prompt-template.ts";
import type { ChatMessageJson, ModelReply } from "../../checks/ports/model-calls.ts";
import type { CallFacts } from "../../datapoints/assembly/call-facts.ts";
import type { Json } from "../../datapoints/datapoint.ts";
import type { Conversation, Said } from "../../datapoints/traces/conversation.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { type JsonValue, member, parseJson } from "../../platform/json/json.ts";
import type { GenerationModel } from "../registered-model.ts";
import type { TestRunType } from "../test-run.ts";
import type { Ask, AskReply } from "./ask.ts";
import type { FoundPlace } from "./places.ts";
import type { Target, TargetAnswer } from "./target.ts";

interface Needs {
  readonly ask: Ask;
  readonly project: ProjectId;
  readonly type: TestRunType;
  readonly definition: GenerationModel;
  readonly at: Extract<FoundPlace, { kind: "found" }>;
}

const defaultTimeoutMs = 60_000;

/** A provider's model with its prompt. */
export function createGenerationTarget({ ask, project, type, definition, at }: Needs): Target {
  const { temperature, tools, timeoutMs = defaultTimeoutMs } = definition;
  const params = { ...(temperature === undefined ? {} : { temperature }), ...definition.params };
  return {
    async answer({ input }, conversation, signal) {
      const messages = messagesFor(definition, input, conversation);
      const words = { messages, params, timeoutMs, ...(tools === undefined ? {} : { tools }) };
      const answer = await ask({ project, at, ...words }, signal);
      return { modelInput: messages, ...answered(answer, { type, definition, at }) };
    },
  };
}

/** The dialog that a row makes of a model's templates; what was said in a conversation follows it. */
export function messagesFor(
  { systemPromptTemplate, userPromptTemplate, dialogTemplate }: GenerationModel,
  input: Json,
  conversation?: Conversation,
): readonly ChatMessageJson[] {
  const values: TemplateValues = { scenario_input: input, input };
  const filled = (role: string, template: string) => ({ role, content: fillTemplate(template, values) });
  if (dialogTemplate !== undefined)
    return [...dialogTemplate.map(({ role, content }) => filled(role, content)), ...saidIn(conversation)];
  const system = systemPromptTemplate === undefined ? [] : [filled("system", systemPromptTemplate)];
  // In a conversation the row's input is for whoever plays the user; the model sees it where a template says so.
  if (userPromptTemplate !== undefined) {
    const opening = [...system, filled("user", userPromptTemplate)];
    return conversation ? [...opening, ...saidIn(conversation)] : opening;
  }
  if (conversation) return [...system, ...saidIn(conversation)];
  return [...system, ...(dialogIn(input) ?? [filled("user", "{scenario_input}")])];
}

/** An input that is a dialog already: a list of `{role, content}`. */
function dialogIn(input: Json): readonly ChatMessageJson[] | undefined {
  if (!Array.isArray(input) || input.length === 0) return undefined;
  const list = input as readonly JsonValue[];
  const isMessage = (each: JsonValue) =>
    typeof member(each, "role") === "string" && member(each, "content") !== undefined;
  return list.every(isMessage) ? (list as readonly ChatMessageJson[]) : undefined;
}

function saidIn(conversation: Conversation | undefined): readonly ChatMessageJson[] {
  return (conversation?.messages ?? []).map(({ role, content, toolCalls }: Said) => ({
    role,
    // A call without its result is refused by providers, and nobody has carried it out.
    content: toolCalls ? [content, `[called ${JSON.stringify(toolCalls)}]`].join("\n").trim() : content,
  }));
}

interface About {
  readonly type: TestRunType;
  readonly definition: GenerationModel;
  readonly at: Extract<FoundPlace, { kind: "found" }>;
}

function answered({ reply, attempts, startedAt, durationMs }: AskReply, about: About): TargetAnswer {
  const call: CallFacts = { ...asked(about), ...(attempts > 1 ? { attempts } : {}) };
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

function asked({ definition: { tools, temperature, params }, at: { place } }: About): CallFacts {
  const settings = { ...(temperature === undefined ? {} : { temperature }), ...params };
  return {
    provider: place.providerName,
    requestModel: place.model,
    ...(tools === undefined || tools.length === 0 ? {} : { tools }),
    ...(Object.keys(settings).length === 0 ? {} : { params: settings }),
  };
}

/** Calls as `{tool_calls: [{name, parameters}]}`; a label without the space around it; a list of ids where it is one. */
function predictionOf(type: TestRunType, reply: Extract<ModelReply, { kind: "answered" }>): Json {
  const text = reply.text === "" ? (reply.refusal ?? "") : reply.text;
  if (reply.toolCalls.length > 0)
    return { tool_calls: reply.toolCalls.map((call) => ({ ...call })), ...(text === "" ? {} : { content: text }) };
  if (type === "MULTI_CLASS_CLASSIFICATION" || type === "INVARIANT") return text.trim();
  if (type !== "INFORMATION_RETRIEVAL") return text;
  const parsed = parseJson(text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ""));
  return parsed.ok ? parsed.value : text;
}
