import type { ModelResponse } from "./dialect.ts";
import { answer, type Part } from "./message.ts";
import type { Usage } from "./usage.ts";

/** A part of a response, with what its API wants back together with it. */
export interface Block {
  readonly part: Part;
  /** The provider's signature of its reasoning or (Gemini) of its call; empty for reasoning that it did not sign. */
  readonly signature?: string | undefined;
  /** Encrypted reasoning. */
  readonly sealed?: string | undefined;
  /** Whether the provider runs the called tool itself. */
  readonly isHosted?: boolean;
}

export interface Choice {
  readonly index: number;
  readonly blocks: readonly Block[];
  /** The provider's own reason. */
  readonly finish: string | undefined;
}

/** A response of Anthropic, Bedrock or Gemini, from which recordings and translations are made. */
export interface Reply {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly choices: readonly Choice[];
  readonly usage: Usage;
  /** Why the provider did not respond to the prompt at all. */
  readonly blocked?: string | undefined;
}

export function responseOf({ id, model, choices, usage, blocked }: Reply): ModelResponse {
  const reasons = choices.flatMap(({ finish }) => finish ?? []);
  return {
    id,
    model,
    output: choices.flatMap(({ blocks }) => answer(blocks.map(({ part }) => part))),
    finishReasons: choices.length === 0 && blocked !== undefined ? ["content_filter"] : reasons,
    usage,
  };
}
