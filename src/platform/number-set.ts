/** Non-negative integers below 2^53. A Set keeps such numbers as objects and takes several times as long. */
export class NumberSet {
  /** One more than the number, so that 0 is an empty place. */
  readonly #places: Float64Array;
  #size = 0;

  /** `most`: how many numbers it will hold. */
  constructor(most: number) {
    this.#places = new Float64Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const place = this.#placeOf(number);
    if (this.#places[place] !== 0) return;
    this.#places[place] = number + 1;
    this.#size++;
  }

  has(number: number): boolean {
    return this.#places[this.#placeOf(number)] !== 0;
  }

  /** Where the number is, or the empty place where it would be. */
  #placeOf(number: number): number {
    const places = this.#places;
    const last = places.length - 1;
    let place = (number >>> 0) & last;
    while (places[place] !== 0 && places[place] !== number + 1) place = (place + 1) & last;
    return place;
  }
}
