/** Numbers from 0 to 1, the same for the same seed. */
export type Draw = () => number;

/** How rows are varied without a model. */
export interface Generator {
  /** The name users type. */
  readonly type: string;
  /** In a sentence, for people. */
  readonly description: string;
  /** False where the variation changes what is expected: such a row has none until somebody says it. */
  readonly keepsResult: boolean;
  /** Another text of the same kind, or undefined where this one has nothing to vary. Pure. */
  vary(text: string, context: GeneratorContext): string | undefined;
}

export interface GeneratorContext {
  readonly draw: Draw;
  /** Lists of words that may stand for each other. */
  readonly synonyms: readonly (readonly string[])[];
}

/** Numbers that follow from a text: mulberry32 over a 32-bit FNV-1a hash of it. */
export function drawFrom(seed: string): Draw {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
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
