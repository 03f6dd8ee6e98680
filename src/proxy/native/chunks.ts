import type {
  ChatAnswer,
  ChatDelta,
  ChatFinish,
  ChatLogprobs,
  ChatStep,
  ChatUsage,
} from "../../../packages/genai-wire/src/chat/answer.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Rewritten } from "../rewriting.ts";

export interface Naming {
  readonly callId: string;
  readonly model: string;
  /** Unix seconds. */
  readonly created: number;
}

/** Encodes a response as OpenAI's `chat.completion`. */
export function completionJson({ id, model, choices, usage }: ChatAnswer, naming: Naming): Buffer {
  const head = { id: id ?? `chatcmpl-${naming.callId}`, object: "chat.completion", created: naming.created };
  return Buffer.from(JSON.stringify({ ...head, model: model ?? naming.model, choices, ...(usage ? { usage } : {}) }));
}

/**
 * Encodes the steps of a response as OpenAI's `chat.completion.chunk` events. The counts are always recorded, but
 * sent only to a client that requested them; they come last, before the end.
 */
export function createChunkWriter(naming: Naming, includeUsage: boolean) {
  const startedChoices = new Set<number>();
  let id = `chatcmpl-${naming.callId}`;
  let model = naming.model;
  let usage: ChatUsage | undefined;
  let ended = false;
  let failed = false;
  return { write, end };

  function write(steps: readonly ChatStep[]): Rewritten {
    const bytes = Buffer.from(steps.map(event).join(""));
    return { shown: bytes, recorded: bytes };
  }

  /**
   * Returns undefined when the stream stopped early. An error that the provider reported is an end, without
   * `[DONE]`.
   */
  function end(): Rewritten | undefined {
    if (failed) return { shown: nothing, recorded: nothing };
    if (!ended) return undefined;
    const counts = usage ? chunk({ choices: [], usage }) : "";
    return { shown: Buffer.from(`${includeUsage ? counts : ""}${done}`), recorded: Buffer.from(`${counts}${done}`) };
  }

  function event(step: ChatStep): string {
    switch (step.kind) {
      case "begun":
        id = step.id ?? id;
        model = step.model ?? model;
        return "";
      case "delta":
        return choice(step.index, step.delta, { ...open, logprobs: step.logprobs ?? null });
      case "finished": {
        const native = step.native === undefined ? {} : { native_finish_reason: step.native };
        return choice(step.index, {}, { finish_reason: step.finish, ...native });
      }
      case "usage":
        usage = step.usage;
        return "";
      case "ended":
        ended = true;
        return "";
      case "failed":
        failed = true;
        return `data: ${JSON.stringify({ error: step.error })}\n\n`;
      default:
        return unreachable(step);
    }
  }

  function choice(index: number, delta: ChatDelta, more: ChoiceMembers): string {
    const first = startedChoices.has(index) ? {} : { role: "assistant" as const };
    startedChoices.add(index);
    const content = "role" in first && delta.content === undefined ? { content: "" } : {};
    const shown = { ...first, ...content, ...delta };
    return chunk({
      choices: [{ index, delta: shown, logprobs: null, ...more }],
      ...(includeUsage ? { usage: null } : {}),
    });
  }

  function chunk(more: object): string {
    const head = { id, object: "chat.completion.chunk", created: naming.created, model };
    return `data: ${JSON.stringify({ ...head, ...more })}\n\n`;
  }
}

interface ChoiceMembers {
  readonly finish_reason: ChatFinish | null;
  readonly native_finish_reason?: string;
  readonly logprobs?: ChatLogprobs | null;
}

const open = { finish_reason: null };
const done = "data: [DONE]\n\n";
const nothing = Buffer.alloc(0);
