import type { StartAttack } from "./attack.ts";
import { badTokens } from "./bad-tokens.ts";
import { neverEndingStreams } from "./never-ending-streams.ts";
import { slowBodies } from "./slow-bodies.ts";

/** What an attacker process can do, by name. */
export const attacks = {
  streams: neverEndingStreams,
  bodies: slowBodies,
  tokens: badTokens,
} as const satisfies Readonly<Record<string, StartAttack>>;

export type AttackName = keyof typeof attacks;
export const isAttackName = (name: string): name is AttackName => Object.hasOwn(attacks, name);
