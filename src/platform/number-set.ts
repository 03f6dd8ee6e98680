/**
 * A set of non-negative integers below 2^53. The built-in Set stores such numbers as objects and is several times
 * slower.
 */
export class NumberSet {
  /** One more than the number, so that 0 is an empty slot. */
  readonly #places: Float64Array;
  #size = 0;

  /** `most`: the maximum number of elements. */
  constructor(most: number) {
    this.#places = new Float64Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const slot = this.#placeOf(number);
    if (this.#places[slot] !== 0) return;
    this.#places[slot] = number + 1;
    this.#size++;
  }

  has(number: number): boolean {
    return this.#places[this.#placeOf(number)] !== 0;
  }

  /** Returns the slot of the number, or the empty slot for it. */
  #placeOf(number: number): number {
    const slots = this.#places;
    const last = slots.length - 1;
    let slot = (number >>> 0) & last;
    while (slots[slot] !== 0 && slots[slot] !== number + 1) slot = (slot + 1) & last;
    return slot;
  }
}
