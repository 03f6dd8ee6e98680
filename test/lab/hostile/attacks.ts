import type { StartAttack } from "./attack.ts";
import { badTokens } from "./bad-tokens.ts";
import { compressionBombs } from "./compression-bombs.ts";
import { deepJson } from "./deep-json.ts";
import { neverEndingStreams } from "./never-ending-streams.ts";
import { poison } from "./poison.ts";
import { slowBodies } from "./slow-bodies.ts";

/** What an attacker process can do, by name. */
export const attacks = {
  streams: neverEndingStreams,
  bodies: slowBodies,
  tokens: badTokens,
  bombs: compressionBombs,
  depth: deepJson,
  poison,
} as const satisfies Readonly<Record<string, StartAttack>>;

export type AttackName = keyof typeof attacks;
export const allAttacks = Object.keys(attacks).filter(isAttackName);

export function isAttackName(name: string): name is AttackName {
  return Object.hasOwn(attacks, name);
}
