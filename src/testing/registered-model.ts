import type { ModelId, ProjectId } from "../platform/ids.ts";
import type { Json } from "../platform/json/json.ts";
import type { HttpTarget } from "../providers/index.ts";

/** A provider's model with a prompt, called by the service. */
export interface GenerationModel {
  readonly type: "generation";
  /** As in the proxy: `openai/gpt-4o`, or a model of the project's own upstream. Absent: `judge` determines it. */
  readonly model?: string;
  /** Name or id of a judge model of the project, for its address, key, price and daily limits. */
  readonly judge?: string;
  readonly temperature?: number;
  /**
   * Templates (prompt-template.ts): `{scenario_input}` is the row's input, `{scenario_input.key}` a member of
   * it.
   */
  readonly systemPromptTemplate?: string;
  readonly userPromptTemplate?: string;
  /** A whole dialog instead of the two prompts. */
  readonly dialogTemplate?: readonly DialogTemplate[];
  /** Tool definitions in OpenAI's format. */
  readonly tools?: readonly Json[];
  /** Additional request parameters in OpenAI's format. */
  readonly params?: Readonly<Record<string, Json>>;
  /** Timeout of one call; default one minute. */
  readonly timeoutMs?: number;
}

export interface DialogTemplate {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a test run calls. */
export type ModelDefinition =
  /** The user's own code, called by an SDK that leases rows and reports results. `batchSize`: rows per lease. */
  { readonly type: "custom"; readonly batchSize?: number } | GenerationModel | HttpTarget;

/** What a test run calls. Registering the same name with another definition creates the next version. */
export interface RegisteredModel {
  readonly id: ModelId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly version: number;
  readonly definition: ModelDefinition;
  readonly tags: readonly string[];
  /** Creation of this version, Unix milliseconds. */
  readonly createdAt: number;
}

/** Returns whether the service calls the model itself; otherwise an SDK does. */
export const isServed = ({ type }: ModelDefinition): boolean => type !== "custom";
