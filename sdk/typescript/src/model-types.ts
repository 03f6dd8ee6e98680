import type { Json } from "../../../packages/api-client/src/json.ts";

/** The result of a model for one input. */
export interface ModelInvocation {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. */
  readonly model_prediction: Json;
  /** The actual input of the model; default: the row's input. */
  readonly model_input?: Json;
  readonly model_output_metadata?: Json;
}

/** The user's own code. If it throws, the row counts as failed, and the run continues. */
export interface CustomModel {
  readonly type: "custom";
  readonly invoke: (input: never, expected: Json) => ModelInvocation | Promise<ModelInvocation>;
}

/** The user's own code that takes several rows per call, such as a model that is faster in batches. */
export interface CustomBatchModel {
  readonly type: "custom_batch";
  /** Maximum number of rows per call; default: 10. `concurrency` of run_test counts calls, not rows. */
  readonly batch_size?: number;
  /** Returns one entry per id; a missing row counts as failed. If it throws, all rows of the call fail. */
  readonly invoke_batch: (
    batch: readonly { readonly id: string; readonly input_value: Json }[],
  ) => BatchAnswer | Promise<BatchAnswer>;
}

export type BatchAnswer = readonly { readonly id: string; readonly model_invocation: ModelInvocation }[];

/** An application of yours that takes part in a conversation turn by turn; for MULTI_TURN. */
export interface CustomMultiturnTarget {
  readonly type: "custom_multiturn";
  /** Responds to the last message. */
  readonly invoke: (turn: Turn) => ModelInvocation | string | Promise<ModelInvocation | string>;
  /** Called before the first response; returns the id of the session. */
  readonly start_session?: (scenario_input: Json) => string | Promise<string>;
  /** Called with each session's id when the run, or this program's part in it, is over. */
  readonly end_session?: (session_id: string) => unknown;
}

export interface Turn {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  readonly scenario_input: Json;
  readonly session_id: string | undefined;
  /** Starts at 1. */
  readonly turn: number;
}

/** A provider's model with a prompt, called by the service. `{scenario_input}` is replaced by the row's input. */
export interface GenerationModel {
  readonly type: "generation";
  /** As in the proxy: `openai/gpt-4o`, `<upstream>/…`; default: the judge model. */
  readonly model_id?: string;
  /** Alternatively a judge model by name, with its key and its daily limits. */
  readonly judge?: string;
  readonly temperature?: number;
  readonly system_prompt_template?: string;
  readonly user_prompt_template?: string;
  readonly dialog_template?: readonly { readonly role: "system" | "user" | "assistant"; readonly content: string }[];
  readonly tools?: readonly Json[];
  readonly params?: Readonly<Record<string, Json>>;
  /** Timeout of one call; default: one minute. */
  readonly timeout_ms?: number;
}

interface TargetRequest {
  readonly url: string;
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/**
 * An application behind HTTP, called by the service. Requests may contain `{latest_message}`, `{session_id}`,
 * ….
 */
export interface CustomEndpointTarget {
  readonly type: "http";
  readonly auth?: TargetRequest & { readonly token_path: string; readonly seconds_valid?: number };
  readonly start_session?: TargetRequest & { readonly session_id_path?: string; readonly message_path?: string };
  readonly next_turn: TargetRequest & {
    /** Path in the response, such as `response.choices[0].text`. */
    readonly response_path: string;
    readonly tool_calls_path?: string;
    readonly stream?: { readonly event?: string; readonly stop_at?: string };
  };
  readonly end_session?: TargetRequest;
  readonly timeout_ms?: number;
}

/** How a simulated user talks to the model. */
export interface Simulation {
  readonly driver?: {
    /** Who the user is and what they want; default: `{scenario_input}`. */
    readonly prompt_template?: string;
    /** As in the proxy; default: the active judge model. */
    readonly model_id?: string;
    /** Alternatively another judge model, by name. */
    readonly judge?: string;
    readonly temperature?: number;
  };
  /** Maximum number of responses of the model; default: 5. */
  readonly max_turns?: number;
  readonly first_turn?: "driver" | "target";
  readonly stop_check?: { readonly check_name: string; readonly stop_on?: boolean };
  /** Ends the conversation when either side writes it. */
  readonly stop_phrase?: string;
  readonly checks_at_every_turn?: boolean;
}
