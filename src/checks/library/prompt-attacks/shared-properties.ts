import { passesWhenFalse, usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const promptAttack = {
  ...usually,
  version: 2,
  category: "Prompt attacks",
  severity: "major",
  judges: "request",
  targets: ["input"],
  output: passesWhenFalse,
} as const;
/** Checks of attacks that people do not recognize when they read them. */
export const disguisedAttack = {
  ...usually,
  category: "Prompt attacks",
  judges: "request",
  tier: 2,
  output: passesWhenFalse,
} as const;
export const flooding = { ...usually, category: "Prompt attacks", output: passesWhenFalse, tier: 2 } as const;
/** Attacks that take many turns, or claim to. */
export const persistentAttack = {
  ...usually,
  category: "Prompt attacks",
  judges: "request",
  severity: "major",
} as const;
