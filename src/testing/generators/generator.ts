import { fnvStart, fnvStep } from "../../platform/text/fnv1a.ts";
/** Returns numbers from 0 to 1, the same for the same seed. */
export type Draw = () => number;

/** A row generator that needs no model. */
export interface Generator {
  readonly type: string;
  readonly description: string;
  /** False if the variation changes the expected result: such rows have none until somebody sets it. */
  readonly keepsResult: boolean;
  /** Returns a variant of the text, or undefined if nothing can be varied. Pure. */
  vary(text: string, context: GeneratorContext): string | undefined;
}

export interface GeneratorContext {
  readonly draw: Draw;
  /** Lists of interchangeable words. */
  readonly synonyms: readonly (readonly string[])[];
}

/** Returns a generator seeded by a text: mulberry32 over a 32-bit FNV-1a hash. */
export function drawFrom(seed: string): Draw {
  let state = fnvStart;
  for (const character of seed) state = fnvStep(state, character.codePointAt(0) ?? 0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<Item>(items: readonly Item[], draw: Draw): Item | undefined {
  return items[Math.floor(draw() * items.length)];
}
