import type { Json } from "../datapoints/datapoint.ts";
import type { ModelId, ProjectId } from "../platform/ids.ts";
import type { HttpTarget } from "../providers/http-target.ts";

/** A provider's model with a prompt, called by the service. */
export interface GenerationModel {
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, or a model of the project's own upstream. Absent: `judge` says it. */
  readonly model?: string;
  /** Name or id of a judge model of the project, whose address, key, price and ceilings count. */
  readonly judge?: string;
  readonly temperature?: number;
  /** Templates (prompt-template.ts): `{scenario_input}` is the row's input, `{scenario_input.key}` a member of it. */
  readonly systemPromptTemplate?: string;
  readonly userPromptTemplate?: string;
  /** A whole dialog instead of the two. */
  readonly dialogTemplate?: readonly DialogTemplate[];
  /** Tool definitions as OpenAI spells them. */
  readonly tools?: readonly Json[];
  /** Whatever else the request shall carry, as OpenAI spells it. */
  readonly params?: Readonly<Record<string, Json>>;
  /** Of one call; a minute unless told. */
  readonly timeoutMs?: number;
}

export interface DialogTemplate {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a registered model is: who answers when a test run asks. */
export type ModelDefinition =
  /** The user's own code, called by an SDK that takes rows and brings results. `batchSize`: so many rows at once. */
  { readonly type: "custom"; readonly batchSize?: number } | GenerationModel | HttpTarget;

/** What a test run calls. Registering the same name with another definition makes the next version. */
export interface RegisteredModel {
  readonly id: ModelId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly version: number;
  readonly definition: ModelDefinition;
  readonly tags: readonly string[];
  /** Of this version. Unix milliseconds. */
  readonly createdAt: number;
}

/** Whether the service calls the model itself; otherwise an SDK does. */
export const isServed = ({ type }: ModelDefinition): boolean => type !== "custom";

/** Who owns a secret that all models of a project share; otherwise it is a model's id. */
export const projectOwner = "project";
