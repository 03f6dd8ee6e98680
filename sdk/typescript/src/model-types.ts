import type { Json } from "./json.ts";

/** What a model makes of one input. */
export interface ModelInvocation {
  /** Text, a label, a list of ids, or `{tool_calls: [{name, parameters}]}`. */
  readonly model_prediction: Json;
  /** What the model was asked; the row's input where absent. */
  readonly model_input?: Json;
  readonly model_output_metadata?: Json;
}

/** The user's own code. It may throw: the row counts as failed, and the run goes on. */
export interface CustomModel {
  readonly type: "custom";
  readonly invoke: (input: never, expected: Json) => ModelInvocation | Promise<ModelInvocation>;
}

/** The user's own code that takes several rows at once, such as a model that is faster in batches. */
export interface CustomBatchModel {
  readonly type: "custom_batch";
  /** Rows of one call, at most; 10 unless told. `concurrency` of run_test counts calls, not rows. */
  readonly batch_size?: number;
  /** One entry for each id; a row that the answer does not name counts as failed. When it throws, all rows of the call do. */
  readonly invoke_batch: (
    batch: readonly { readonly id: string; readonly input_value: Json }[],
  ) => BatchAnswer | Promise<BatchAnswer>;
}

export type BatchAnswer = readonly { readonly id: string; readonly model_invocation: ModelInvocation }[];

/** An application of yours that is talked to, one turn after another; for MULTI_TURN. */
export interface CustomMultiturnTarget {
  readonly type: "custom_multiturn";
  /** Answers what was said last. */
  readonly invoke: (turn: Turn) => ModelInvocation | string | Promise<ModelInvocation | string>;
  /** Called before the first answer; what it returns is the session's id. */
  readonly start_session?: (scenario_input: Json) => string | Promise<string>;
  /** Called with each session's id when the run, or this program's part in it, is over. */
  readonly end_session?: (session_id: string) => unknown;
}

export interface Turn {
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  readonly scenario_input: Json;
  readonly session_id: string | undefined;
  /** From 1. */
  readonly turn: number;
}

/** A provider's model with a prompt, called by the service. `{scenario_input}` stands for the row's input. */
export interface GenerationModel {
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, `<upstream>/…`; the judge model unless told. */
  readonly model_id?: string;
  /** Instead: a judge model by its name, with its key and its ceilings. */
  readonly judge?: string;
  readonly temperature?: number;
  readonly system_prompt_template?: string;
  readonly user_prompt_template?: string;
  readonly dialog_template?: readonly { readonly role: "system" | "user" | "assistant"; readonly content: string }[];
  readonly tools?: readonly Json[];
  readonly params?: Readonly<Record<string, Json>>;
  /** Of one call; a minute unless told. */
  readonly timeout_ms?: number;
}

interface TargetRequest {
  readonly url: string;
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** An application behind HTTP, called by the service. `{latest_message}`, `{session_id}`, … stand in what is sent. */
export interface CustomEndpointTarget {
  readonly type: "http";
  readonly auth?: TargetRequest & { readonly token_path: string; readonly seconds_valid?: number };
  readonly start_session?: TargetRequest & { readonly session_id_path?: string; readonly message_path?: string };
  readonly next_turn: TargetRequest & {
    /** Such as `response.choices[0].text`. */
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
    /** Who the user is and wants; `{scenario_input}` unless told. */
    readonly prompt_template?: string;
    /** As the proxy takes it; the active judge model unless told. */
    readonly model_id?: string;
    /** Instead: another judge model, by its name. */
    readonly judge?: string;
    readonly temperature?: number;
  };
  /** Answers of the model at most; 5 unless told. */
  readonly max_turns?: number;
  readonly first_turn?: "driver" | "target";
  readonly stop_check?: { readonly check_name: string; readonly stop_on?: boolean };
  /** Ends the conversation, whoever says it. */
  readonly stop_phrase?: string;
  readonly checks_at_every_turn?: boolean;
}
