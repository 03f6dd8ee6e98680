import type { Params } from "../datapoint.ts";
import { field, plain } from "./field.ts";

/** Settings of a request by the names of their query fields, whatever the source calls them. */
export const paramKeys = {
  temperature: "temperature",
  top_p: "topP",
  top_k: "topK",
  max_tokens: "maxTokens",
  seed: "seed",
  frequency_penalty: "frequencyPenalty",
  presence_penalty: "presencePenalty",
  choices: "choiceCount",
  stop: "stop",
  response_format: "responseFormat",
  reasoning_level: "reasoningLevel",
  parallel_tool_calls: "parallelToolCalls",
} as const satisfies Readonly<Record<string, keyof Params>>;

export type ParamField = keyof typeof paramKeys;

const plainNumber = { unit: "plain" } as const;
const count = { unit: "count" } as const;

/** Query fields of the settings of a request, as normalized from every convention. */
export const paramFields = [
  field("temperature", "number", "Temperature of the request.", plainNumber),
  field("top_p", "number", "Nucleus sampling of the request.", plainNumber),
  field("top_k", "number", "Number of candidates for each token.", count),
  field("max_tokens", "number", "Limit of output tokens in the request.", {
    ...count,
    aliases: ["max_output_tokens", "max_completion_tokens"],
  }),
  field("seed", "number", "Seed of the request.", plainNumber),
  field("frequency_penalty", "number", "Frequency penalty of the request.", plainNumber),
  field("presence_penalty", "number", "Presence penalty of the request.", plainNumber),
  field("choices", "number", "Number of requested answers.", { ...count, aliases: ["choice_count"] }),
  field("stop", "any", "Stop sequences of the request, as a JSON list.", { aliases: ["stop_sequences"] }),
  field("response_format", "any", "Requested format of the answer, as JSON."),
  field("reasoning_level", "name", "Requested effort of reasoning.", { aliases: ["reasoning_effort"] }),
  field("parallel_tool_calls", "enum", "Whether several tools may be called together.", {
    values: plain(["true", "false"]),
  }),
];
