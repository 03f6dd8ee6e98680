import type * as api from "../../../packages/api-client/src/api.ts";
import type { Json } from "../../../packages/api-client/src/json.ts";

/** The result of a model for one input. Values are sent as JSON. */
export interface ModelInvocation<Output = unknown> {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. */
  readonly modelPrediction: Output;
  /** The actual input of the model; default: the row's input. */
  readonly modelInput?: unknown;
  readonly modelOutputMetadata?: unknown;
}

/** The user's own code. If it throws, the row counts as failed, and the run continues. */
export interface CustomModel<Input = unknown, Result = unknown, Invocation extends ModelInvocation = ModelInvocation> {
  readonly type: "custom";
  /** `expected` is null if the row has no expected result. */
  invoke(input: Input, expected: Result): Invocation | Promise<Invocation>;
}

/** The user's own code that takes several rows per call, such as a model that is faster in batches. */
export interface CustomBatchModel<Input = unknown, Invocation extends ModelInvocation = ModelInvocation> {
  readonly type: "custom_batch";
  /** Maximum number of rows per call; default: 10. `concurrency` of runTest counts calls, not rows. */
  readonly batchSize?: number;
  /** Returns one entry per id; a missing row counts as failed. If it throws, all rows of the call fail. */
  invokeBatch(batch: readonly BatchRow<Input>[]): BatchAnswer<Invocation> | Promise<BatchAnswer<Invocation>>;
}

export interface BatchRow<Input = unknown> {
  readonly id: string;
  readonly inputValue: Input;
}

export type BatchAnswer<Invocation extends ModelInvocation = ModelInvocation> = readonly {
  readonly id: string;
  readonly modelInvocation: Invocation;
}[];

/** An application of yours that takes part in a conversation turn by turn; for MULTI_TURN. */
export interface CustomMultiturnTarget<Input = unknown> {
  readonly type: "custom_multiturn";
  /** Responds to the last message. */
  invoke(turn: Turn<Input>): ModelInvocation | string | Promise<ModelInvocation | string>;
  /** Called before the first response; returns the id of the session. */
  startSession?(scenarioInput: Input): string | Promise<string>;
  /** Called with each session's id when the run, or this program's part in it, is over. */
  endSession?(sessionId: string): unknown;
}

export interface Turn<Input = Json> {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  readonly scenarioInput: Input;
  readonly sessionId: string | undefined;
  /** Starts at 1. */
  readonly turn: number;
}

/** A provider's model with a prompt, called by the service. `{scenario_input}` is replaced by the row's input. */
export type GenerationModel = api.ModelDefinitionInputGeneration;

/** An application behind HTTP, called by the service. Requests may contain `{latest_message}`, `{session_id}`, …. */
export type CustomEndpointTarget = api.ModelDefinitionInputHttp;

/** How a simulated user talks to the model. */
export type Simulation = Omit<api.NewSimulation, "driver"> & Partial<Pick<api.NewSimulation, "driver">>;
