import type { Json } from "../../platform/json/json.ts";
import { isJsonObject, type JsonValue } from "../../platform/json/json.ts";
import { drawFrom, type Generator } from "../generators/generator.ts";
import type { ScenarioOrigin, ScenarioRow } from "../scenario.ts";

export interface Generation {
  /** Maximum rows per seed; a seed may give fewer. */
  readonly perSeed: number;
  readonly synonyms: readonly (readonly string[])[];
  /** Text before and after each generated text. */
  readonly preTemplate: string;
  readonly postTemplate: string;
}

export interface GeneratedRow {
  readonly input: Json;
  readonly result: Json;
  readonly origin: ScenarioOrigin;
}

const attemptsPerRow = 8;

/**
 * Generates rows from seeds, deterministically; each row names its seed. No row is empty, equals its seed, or
 * is a duplicate.
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
    for (let nth = 0; nth < perSeed * attemptsPerRow && found.size < perSeed; nth++) {
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

/** Replaces the text of an input; an input without exactly one text becomes the new text. */
export const putText = (input: Json, text: string): Json =>
  textOf(input) === undefined ? text : withText(input, text);

/**
 * Returns the origin of a generated row. Includes the collected datapoint, so that its deletion reaches the
 * row.
 */
export function originOf({ id, origin: { datapointId } }: ScenarioRow, generator: string): ScenarioOrigin {
  return { seedId: id, generator, ...(datapointId === undefined ? {} : { datapointId }) };
}

/** Returns the text of an input: itself, or the only text among an object's members. */
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
