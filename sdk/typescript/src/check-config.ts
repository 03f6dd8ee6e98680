import { GaffeError } from "./errors.ts";
import type { CheckDefinition } from "./types.ts";

/** A custom check, and how its result becomes passed or failed. */
export type CheckConfig = (
  | {
      /** A module whose default export is a function of `{input, output, expected, toolCalls, context, …}`. */
      readonly code_contents: string;
    }
  | {
      /**
       * Prompt for the judge model; `{model_output}`, `{scenario_input}`, `{scenario_result}`, … are replaced by
       * the texts.
       */
      readonly prompt_template: string;
    }
) &
  (
    | {
        readonly type?: "pass_fail";
        /** The result that passes; default: true. */
        readonly pass_when?: boolean;
      }
    | {
        readonly type: "score";
        /** Default: 1. */
        readonly min?: number;
        /** Default: 5. */
        readonly max?: number;
        readonly pass_from?: number;
        readonly pass_to?: number;
      }
    | { readonly type: "category"; readonly categories: readonly string[]; readonly passing: readonly string[] }
  );

export function definitionOf(config: CheckConfig): CheckDefinition {
  const isCode = "code_contents" in config;
  if (isCode === "prompt_template" in config)
    throw new GaffeError("give either code_contents or prompt_template", { field: "check_config" });
  return {
    body: isCode
      ? { kind: "code", source: config.code_contents }
      : { kind: "judge", prompt: (config as { prompt_template: string }).prompt_template },
    output: outputOf(config),
  };
}

function outputOf(config: CheckConfig): CheckDefinition["output"] {
  switch (config.type) {
    case undefined:
    case "pass_fail":
      return { type: "boolean", passWhen: config.pass_when ?? true };
    case "score": {
      const { min = 1, max = 5, pass_from: passFrom, pass_to: passTo } = config;
      return {
        type: "score",
        min,
        max,
        ...(passFrom === undefined ? {} : { passFrom }),
        ...(passTo === undefined ? {} : { passTo }),
      };
    }
    case "category":
      return { type: "category", categories: config.categories, passing: config.passing };
    default:
      return config satisfies never;
  }
}
