/**
 * Measures what every code check costs on hostile texts and writes scripts/hostile-cost.json, from which
 * `npm run docs:checks` fills the pages. Takes some minutes on an idle machine. Run: npm run measure-checks
 * [-- <part of a check's name>]
 */
import { writeFileSync } from "node:fs";
import type { CodeCheck } from "../src/checks/check.ts";
import { codeChecks } from "../src/checks/library/index.ts";
import type { CheckCase } from "../test/checks/support/check-cases.ts";
import { evaluateCase, hostileCases, ownTexts } from "../test/hostile/support/check-cases.ts";
import { hostileTexts } from "../test/hostile/support/check-texts.ts";
import { type HostileCost, hostileCosts } from "./hostile-cost.ts";

const whole = 65_536;
const quarter = whole / 4;

/** Returns the milliseconds of CPU time of one evaluation. */
function msOf(check: CodeCheck, one: CheckCase): number {
  const before = process.threadCpuUsage();
  evaluateCase(check, one);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the mean of several evaluations: the steps of the clock and the first evaluation matter little. */
function meanMs(check: CodeCheck, one: CheckCase): number {
  msOf(check, one);
  let [sum, runs] = [0, 0];
  for (; sum < 20 && runs < 2000; runs++) sum += msOf(check, one);
  return sum / runs;
}

function costOf(check: CodeCheck): HostileCost {
  const texts = new Map([...hostileTexts, ...ownTexts(check)]);
  const tried = [...texts].flatMap(([text, make]) =>
    hostileCases(check, make(quarter)).map((one, variant) => ({ text, make, variant, ms: msOf(check, one) })),
  );
  const [worst] = tried
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 2)
    .map(({ text, make, variant }) => {
      const [small, large] = [quarter, whole].map((length) => {
        const one = hostileCases(check, make(length))[variant];
        return one ? meanMs(check, one) : 0;
      });
      return { text, small: small ?? 0, large: large ?? 0 };
    })
    .toSorted((one, other) => other.large - one.large);
  const { text = "", small = 0, large = 0 } = worst ?? {};
  return {
    check: check.name,
    nanoseconds: Number(((large * 1e6) / whole).toPrecision(2)),
    ...(large < 33 ? {} : { growth: Number((large / small).toFixed(1)) }),
    text,
  };
}

const wanted = process.argv[2] ?? "";
const known = new Map(hostileCosts.map((cost) => [cost.check, cost]));
const costs: HostileCost[] = [];
for (const check of codeChecks.values()) {
  const cost = (check.name.includes(wanted) ? undefined : known.get(check.name)) ?? costOf(check);
  costs.push(cost);
  if (cost.nanoseconds > 500) console.log(cost.check, cost.nanoseconds, cost.growth, cost.text);
}
const rows = costs.map((cost) => `  ${JSON.stringify(cost)}`).join(",\n");
writeFileSync(new URL("hostile-cost.json", import.meta.url), `[\n${rows}\n]\n`);
