/**
 * What is under way, by the thousand a second, where a Set or Map would do but for V8: their tables are replaced as
 * entries come and go, and each old one points to the next. Once one of them is in the old generation, everything that
 * was ever in a later one survives every scavenge, until the next full collection.
 */
interface Slots<Item> {
  /** Where it lies until it is taken; the number is given again afterwards. */
  readonly add: (item: Item) => number;
  /** Undefined: nothing lies there. */
  readonly take: (slot: number) => Item | undefined;
  readonly all: () => Item[];
  readonly size: () => number;
}

export function createSlots<Item>(): Slots<Item> {
  const items: (Item | undefined)[] = [];
  const free: number[] = [];
  return {
    add(item) {
      const slot = free.pop() ?? items.length;
      items[slot] = item;
      return slot;
    },
    take(slot) {
      const item = items[slot];
      if (item === undefined) return undefined;
      items[slot] = undefined;
      free.push(slot);
      return item;
    },
    all: () => items.filter((item) => item !== undefined),
    size: () => items.length - free.length,
  };
}
