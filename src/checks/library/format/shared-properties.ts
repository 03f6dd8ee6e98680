import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const format = { ...usually, category: "Format and structure" } as const;
export const minorFormat = { ...format, severity: "minor", tier: 2 } as const;
export const document = { ...format, costClass: "medium", severity: "minor", tier: 3 } as const;
/**
 * Expressions may run forever, so a separate thread evaluates them and can be stopped
 * (docs/decisions/checks-run-synchronously-within-cpu-budgets.md).
 */
export const expression = { ...format, costClass: "expensive", mode: "online sampled", tier: 2 } as const;
export const jsonShape = { ...format, severity: "minor", tier: 2 } as const;
export const markup = { ...format, costClass: "medium", severity: "minor" } as const;
