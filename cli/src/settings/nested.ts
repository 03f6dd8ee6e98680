import { createRequire } from "node:module";
import type * as ajv from "ajv/dist/2020.js";
import schema from "../../schemas/flow.schema.json" with { type: "json" };
import { type Mistake, mistakesIn } from "../monitors/mistakes.ts";

export { schema };

/** Settings that hold further settings, in the names of the API. */
const nested = ["definition", "simulation", "collect", "checks"] as const;
export type Nested = Partial<Record<(typeof nested)[number], unknown>>;

/** Returns the mistakes of nested settings, by their paths in the flow. */
export function nestedMistakes(flow: Nested): readonly Mistake[] {
  const given = nested.filter((name) => typeof flow[name] === "object" && flow[name] !== null);
  if (given.length === 0) return [];
  // Loaded on demand: the validator loads slowly, and only flows with such settings need it.
  const { Ajv2020 } = createRequire(import.meta.url)("ajv/dist/2020.js") as typeof ajv;
  const validator = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateFormats: false });
  return given.flatMap((name) => {
    const validate = validator.compile({ ...schema.properties[name], $defs: schema.$defs });
    if (validate(flow[name])) return [];
    return mistakesIn(validate.errors ?? []).map(({ path, message }) => ({
      path: [name, ...path],
      message: message.replace(/^the file\b/, name),
    }));
  });
}
