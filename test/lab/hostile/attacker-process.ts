/**
 * Process of `startAttacker`. argv: names of attacks, and the target as JSON. It starts and ends them on request, and
 * counts their outcomes.
 */
import type { AttackTarget } from "./attack.ts";
import { attacks, isAttackName } from "./attacks.ts";

const [names = "", target = "{}"] = process.argv.slice(2);
const counts = new Map<string, number>();
let ends: readonly (() => void)[] = [];
process.on("message", (message) => {
  if (message !== "count") {
    for (const end of ends) end();
    ends = message === "start" ? names.split(",").filter(isAttackName).map(start) : [];
  }
  process.send?.(Object.fromEntries(counts));
  if (message === "end") process.disconnect();
});

function start(name: keyof typeof attacks): () => void {
  return attacks[name](JSON.parse(target) as AttackTarget, (outcome) => {
    const key = `${name} ${outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
}
