import type { Json } from "../../datapoints/datapoint.ts";
import { isJsonObject, type JsonValue } from "../../platform/json/json.ts";
import { drawFrom, type Generator } from "../generators/generator.ts";
import type { ScenarioOrigin, ScenarioRow } from "../scenario.ts";

export interface Generation {
  /** Rows wanted of each seed; there may be fewer where a seed gives no more. */
  readonly perSeed: number;
  readonly synonyms: readonly (readonly string[])[];
  /** Put before and after each generated text. */
  readonly preTemplate: string;
  readonly postTemplate: string;
}

export interface GeneratedRow {
  readonly input: Json;
  readonly result: Json;
  readonly origin: ScenarioOrigin;
}

const triesPerRow = 8;

/**
 * Rows varied from seeds, each naming its seed. The same seeds give the same rows. No row is empty, equals its seed, or
 * occurs twice for it.
 */
export function generateRows(
  seeds: readonly ScenarioRow[],
  generator: Generator,
  { perSeed, synonyms, preTemplate, postTemplate }: Generation,
): readonly GeneratedRow[] {
  return seeds.flatMap((seed) => {
    const text = textOf(seed.input);
    if (text === undefined) return [];
    const found = new Set<string>();
    for (let nth = 0; nth < perSeed * triesPerRow && found.size < perSeed; nth++) {
      const draw = drawFrom(`${generator.type} ${seed.id} ${nth}`);
      const varied = generator.vary(text, { draw, synonyms });
      if (varied !== undefined && varied !== text && varied.trim() !== "") found.add(varied);
    }
    return Array.from(found, (varied) => ({
      input: withText(seed.input, `${preTemplate}${varied}${postTemplate}`),
      result: generator.keepsResult ? seed.result : null,
      origin: originOf(seed, generator.type),
    }));
  });
}

/** An input with another text; one that has not exactly one text becomes it. */
export const putText = (input: Json, text: string): Json =>
  textOf(input) === undefined ? text : withText(input, text);

/** Where a generated row comes from. What was collected stays so, for a deletion to reach it. */
export function originOf({ id, origin: { datapointId } }: ScenarioRow, generator: string): ScenarioOrigin {
  return { seedId: id, generator, ...(datapointId === undefined ? {} : { datapointId }) };
}

/** The text of an input: itself, or the only text among an object's members. */
function textOf(input: Json): string | undefined {
  if (typeof input === "string") return input;
  const texts = isJsonObject(input) ? Object.values(input).filter((value) => typeof value === "string") : [];
  return texts.length === 1 ? texts[0] : undefined;
}

function withText(input: Json, text: string): JsonValue {
  if (!isJsonObject(input)) return text;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === "string" ? text : value]),
  );
}
