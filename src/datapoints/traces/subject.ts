import type { Json } from "../../platform/json/json.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../platform/json/json.ts";
import type { Datapoint, DialogHistory, Message, Part, Role } from "../datapoint.ts";
import { historyMessages } from "../dialog/dialog-history.ts";
import { runContextOf } from "../runs/run-context.ts";
import { type Passage, passagesOf } from "../text/passages.ts";
import { PreparedText } from "../text/prepared-text.ts";
import type { EvaluationContext } from "./evaluation-context.ts";

/** A tool call of the response. */
export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  /** The arguments as an object; absent if they do not parse to one. */
  readonly parsed?: JsonObject;
  /** Arguments as JSON text; unchanged if they arrived as text. */
  readonly text: string;
}

export type TextTarget = "input" | "output" | "tool_calls" | "conversation";

/**
 * A datapoint as checks see it. Expensive values (folded text, words, sentences, parsed JSON) are computed once,
 * on first use, and shared by all checks of this datapoint.
 */
export interface Subject {
  readonly datapoint: Datapoint;
  /** Last user message, text parts joined by line feeds; "" if there is none. */
  readonly input: string;
  /** Assistant text of the first choice, text and refusal parts joined by line feeds; "" if there is none. */
  readonly output: string;
  readonly expected: Json | undefined;
  /** Its trace, earlier datapoints, and the rest of its run. */
  readonly context: EvaluationContext;
  /** System messages, joined by line feeds; "" if there are none. */
  readonly systemPrompt: string;
  /** Tool calls of the first choice. */
  readonly toolCalls: readonly ToolCall[];
  /**
   * Input messages, after the dialog that the provider held before them: everything that the model saw but the system
   * prompts of earlier calls.
   */
  readonly request: readonly Message[];
  /** Whether the provider held messages before the request that aren't known. */
  readonly lacksHistory: boolean;
  /** Messages of `request` and the first choice. */
  readonly conversation: readonly Message[];
  /** Retrieved texts that the response should be based on (see `passagesOf`). */
  readonly passages: readonly Passage[];
  /**
   * Returns a text with its shared preparation. `tool_calls` has one call per line, name and arguments separated
   * by a space; `conversation` is the text of all non-system messages, one message per line.
   */
  text(target: TextTarget): PreparedText;
  /** Computes a value once for all checks of the subject, keyed by the function itself. */
  once<Made>(make: (subject: Subject) => Made): Made;
}

/**
 * Creates a subject whose fields are computed on first use. Never throws. The expectation defaults to the test
 * run's.
 */
export function subjectOf(datapoint: Datapoint, expected?: Json, context: EvaluationContext = {}): Subject {
  return new LazySubject(datapoint, expected ?? runContextOf(datapoint)?.expected, context);
}

class LazySubject implements Subject {
  readonly datapoint: Datapoint;
  readonly expected: Json | undefined;
  readonly context: EvaluationContext;
  #input: string | undefined;
  #output: string | undefined;
  #systemPrompt: string | undefined;
  #choice: readonly Message[] | undefined;
  #toolCalls: readonly ToolCall[] | undefined;
  #history: DialogHistory | undefined | "unread" = "unread";
  #request: readonly Message[] | undefined;
  #conversation: readonly Message[] | undefined;
  #passages: readonly Passage[] | undefined;
  readonly #texts = new Map<TextTarget, PreparedText>();
  readonly #made = new Map<(subject: Subject) => unknown, unknown>();

  constructor(datapoint: Datapoint, expected: Json | undefined, context: EvaluationContext) {
    this.datapoint = datapoint;
    this.expected = expected;
    this.context = context;
  }

  get input(): string {
    return (this.#input ??= textOf(this.datapoint.input.findLast(({ role }) => role === "user")));
  }

  get output(): string {
    return (this.#output ??= joined(this.choice, "assistant"));
  }

  get systemPrompt(): string {
    return (this.#systemPrompt ??= joined(this.datapoint.input, "system"));
  }

  get choice(): readonly Message[] {
    return (this.#choice ??=
      (this.datapoint.params.choiceCount ?? 1) > 1 ? this.datapoint.output.slice(0, 1) : this.datapoint.output);
  }

  get toolCalls(): readonly ToolCall[] {
    return (this.#toolCalls ??= this.choice.flatMap(({ parts }) => toolCallsOf(parts)));
  }

  get request(): readonly Message[] {
    return (this.#request ??= this.#requestOf());
  }

  get lacksHistory(): boolean {
    const history = this.#held;
    return history !== undefined && (history.missingResponseId !== undefined || history.isCut === true);
  }

  /** Messages that only share a conversation id with the call may not have been seen by the model. */
  get #held(): DialogHistory | undefined {
    if (this.#history === "unread") {
      const known = this.datapoint.dialogHistory ?? this.context.dialogHistory?.();
      this.#history = known?.heldBy === "provider" ? known : undefined;
    }
    return this.#history;
  }

  get conversation(): readonly Message[] {
    return (this.#conversation ??= [...this.request, ...this.choice]);
  }

  get passages(): readonly Passage[] {
    return (this.#passages ??= passagesOf(this.datapoint.metadata, this.expected));
  }

  text(target: TextTarget): PreparedText {
    const known = this.#texts.get(target);
    if (known) return known;
    const made = new PreparedText(target, this.#textOf(target));
    this.#texts.set(target, made);
    return made;
  }

  once<Made>(make: (subject: Subject) => Made): Made {
    if (this.#made.has(make)) return this.#made.get(make) as Made;
    const made = make(this);
    this.#made.set(make, made);
    return made;
  }

  #requestOf(): readonly Message[] {
    const { input } = this.datapoint;
    const earlier = this.#held && historyMessages(this.#held);
    if (!earlier || earlier.length === 0) return input;
    const isSystem = ({ role }: Message) => role === "system";
    return [...input.filter(isSystem), ...earlier, ...input.filter((message) => !isSystem(message))];
  }

  #textOf(target: TextTarget): string {
    if (target === "input") return this.input;
    if (target === "output") return this.output;
    if (target === "tool_calls") return this.toolCalls.map(({ name, text }) => `${name} ${text}`).join("\n");
    return this.conversation
      .filter(({ role }) => role !== "system")
      .map(textOf)
      .join("\n");
  }
}

/** Joins text and refusal parts of a message by line feeds. */
export function textOf(message: Message | undefined): string {
  if (!message) return "";
  const [first, ...rest] = message.parts;
  if (rest.length === 0) return first && (first.type === "text" || first.type === "refusal") ? first.text : "";
  return message.parts
    .flatMap((part) => (part.type === "text" || part.type === "refusal" ? [part.text] : []))
    .join("\n");
}

/** Returns the tool calls among the parts of a message, with parsed arguments. */
export function toolCallsOf(parts: readonly Part[]): readonly ToolCall[] {
  return parts.flatMap((part) => {
    if (part.type !== "tool_call") return [];
    const { id, name, arguments: sent } = part;
    const text = typeof sent === "string" ? sent : JSON.stringify(sent);
    const read = typeof sent === "string" ? parseJson(sent) : { ok: true as const, value: sent };
    const parsed = read.ok && isJsonObject(read.value) ? read.value : undefined;
    return [{ name, text, ...(id === undefined ? {} : { id }), ...(parsed ? { parsed } : {}) }];
  });
}

function joined(messages: readonly Message[], role: Role): string {
  if (messages.length === 1 && messages[0]?.role === role) return textOf(messages[0]);
  return messages
    .filter((message) => message.role === role)
    .map(textOf)
    .filter((text) => text !== "")
    .join("\n");
}
