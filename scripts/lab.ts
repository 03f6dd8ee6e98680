/** Tries the promises of docs/reliability.md on the running service: `npm run lab -- --row A1 --seconds 60 --seed 7`. */
import { parseArgs } from "node:util";
import { rows } from "../test/lab/rows.ts";

const { values } = parseArgs({
  options: {
    row: { type: "string", multiple: true },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
const chosen = values.row ?? Object.keys(rows);
const unknown = chosen.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`there is no row ${unknown.join(", ")}: choose from ${Object.keys(rows).join(", ")}`);
  process.exit(2);
}
console.log(`seed ${values.seed}`);
let failed = 0;
for (const name of chosen) {
  const row = rows[name];
  if (!row) continue;
  console.log(`${name} ${row.promise}`);
  const { passed, figures } = await row.run({
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    say: (line) => console.log(`   ${line}`),
  });
  if (!passed) failed++;
  console.log(`${passed ? "ok  " : "FAIL"} ${name} ${JSON.stringify(figures)}`);
}
process.exitCode = failed === 0 ? 0 : 1;
