import { usage } from "./exit.ts";
import { meant } from "./nearest.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the item with this id or name. Throws Exit with the nearest name. */
export function named<Item extends Named>(items: readonly Item[], wanted: string, noun: string): Item {
  const found = items.find(({ id }) => id === wanted) ?? items.find(({ name }) => name === wanted);
  if (found) return found;
  const names = items.map(({ name }) => name);
  const known = names.length === 0 ? "; there is none" : `; there are ${names.slice(0, 20).join(", ")}`;
  throw usage(`there is no ${noun} ${wanted}${meant(wanted, names) || known}`);
}
