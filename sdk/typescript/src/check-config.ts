import { GaffeError } from "./errors.ts";
import { type OptionNames, refuseUnknown } from "./options.ts";
import type { CheckDefinition } from "./types.ts";

/** A custom check, and how its result becomes passed or failed. */
export type CheckConfig = (
  | {
      /** A module whose default export is a function of `{input, output, expected, toolCalls, context, …}`. */
      readonly codeContents: string;
    }
  | {
      /**
       * Prompt for the judge model; `{model_output}`, `{scenario_input}`, `{scenario_result}`, … are replaced by
       * the texts.
       */
      readonly promptTemplate: string;
    }
  | {
      /** Rules over the steps of a trace, such as `tool:refund only after tool:check_identity`. */
      readonly rules: readonly string[];
    }
) &
  (
    | {
        readonly type?: "pass_fail";
        /** The result that passes; default: true. */
        readonly passWhen?: boolean;
      }
    | {
        readonly type: "score";
        /** Default: 1. */
        readonly min?: number;
        /** Default: 5. */
        readonly max?: number;
        readonly passFrom?: number;
        readonly passTo?: number;
      }
    | { readonly type: "category"; readonly categories: readonly string[]; readonly passing: readonly string[] }
  );

const names = {
  codeContents: true,
  promptTemplate: true,
  rules: true,
  type: true,
  passWhen: true,
  min: true,
  max: true,
  passFrom: true,
  passTo: true,
  categories: true,
  passing: true,
} satisfies OptionNames<UnionToAll<CheckConfig>>;
type UnionToAll<Union> = Record<Union extends unknown ? keyof Union : never, unknown>;

export function definitionOf(config: CheckConfig): CheckDefinition {
  refuseUnknown<object>("checkConfig", config, names);
  return { body: bodyOf(config), output: outputOf(config) };
}

function bodyOf(config: CheckConfig): CheckDefinition["body"] {
  const given = ["codeContents", "promptTemplate", "rules"].filter((name) => name in config);
  if (given.length !== 1)
    throw new GaffeError("give one of codeContents, promptTemplate or rules", { field: "checkConfig" });
  if ("codeContents" in config) return { kind: "code", source: config.codeContents };
  if ("rules" in config) return { kind: "policy", rules: config.rules };
  return { kind: "judge", prompt: config.promptTemplate };
}

function outputOf(config: CheckConfig): CheckDefinition["output"] {
  switch (config.type) {
    case undefined:
    case "pass_fail":
      return { type: "boolean", passWhen: config.passWhen ?? true };
    case "score": {
      const { min = 1, max = 5, passFrom, passTo } = config;
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
