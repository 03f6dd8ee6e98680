import { usually, z } from "../definition.ts";

/** Shared properties of this category: its checks verify instructions that code can verify. */
export const verifiable = { ...usually, category: "Verifiable instructions", severity: "minor" } as const;

export const relations = {
  at_least: (count: number, n: number) => count >= n,
  less_than: (count: number, n: number) => count < n,
  exactly: (count: number, n: number) => count === n,
  at_most: (count: number, n: number) => count <= n,
} as const;

export const relation = z.enum(["at_least", "less_than", "exactly", "at_most"]).default("at_least");

/** Checks of an answer's structure: its beginning, its end, what encloses it and what separates its parts. */
export const shape = { ...verifiable, tier: 3 } as const;
