/**
 * Items that are in flight, thousands per second. A Set or Map would replace its tables as entries come and go, and
 * each old table points to the next: once one is in V8's old generation, every entry that was ever in a later table
 * survives each scavenge until the next full collection.
 */
interface Slots<Item> {
  /** Adds an item and returns its slot; slot numbers are reused. */
  readonly add: (item: Item) => number;
  /** Removes and returns the item; undefined if the slot is empty. */
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
