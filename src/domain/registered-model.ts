import type { Json } from "./datapoint.ts";
import type { ModelId, ProjectId } from "./ids.ts";

/** What a registered model is: who answers when a test run asks. */
export type ModelDefinition =
  /** The user's own code, called by an SDK that takes rows and brings results. */
  | { readonly type: "custom"; readonly batchSize?: number }
  /** A provider's model with a prompt, called by the service through the proxy's routes. */
  | {
      readonly type: "generation";
      /** As the proxy takes it: `openai/gpt-4o`, or a model of the project's own upstream. */
      readonly model: string;
      readonly temperature?: number;
      /** Templates: `{scenario_input}` stands for the row's input, `{scenario_input.key}` for one of its members. */
      readonly systemPromptTemplate?: string;
      readonly userPromptTemplate?: string;
      /** Tool definitions and whatever else the request shall carry, as the provider spells it. */
      readonly tools?: Json;
      readonly params?: Readonly<Record<string, Json>>;
    };

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
