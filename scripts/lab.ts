/**
 * Tests the guarantees of docs/reliability.md and docs/reliability-lab.md on the running service: `npm run
 * lab -- R1.1 R4.1 --seconds 60 --seed 7`; `--list` prints all rows.
 */
import { inspect, parseArgs } from "node:util";
import type { RowResult } from "../test/lab/row.ts";
import { allRows as rows } from "../test/lab/rows.ts";
import { childrenOf } from "../test/support/service/service.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    row: { type: "string", multiple: true },
    list: { type: "boolean", default: false },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
  },
});
if (values.list) {
  for (const [name, { promise }] of Object.entries(rows)) console.log(`${name.padEnd(6)} ${promise}`);
  process.exit(0);
}
const named = [...positionals, ...(values.row ?? [])];
const chosen = named.length > 0 ? named : Object.keys(rows);
const unknown = chosen.filter((name) => !(name in rows));
if (unknown.length > 0) {
  console.error(`there is no row ${unknown.join(", ")}: choose from ${Object.keys(rows).join(", ")}`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endChildren(process.pid);
    process.exit(130);
  });
}
console.log(`seed ${values.seed}`);
let failed = 0;
for (const name of chosen) {
  const row = rows[name];
  if (!row) continue;
  console.log(`${name} ${row.promise}`);
  const options = {
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    log: (line: string) => console.log(`   ${line}`),
  };
  const { passed, metrics } = await row
    .run(options)
    .catch((thrown: unknown): RowResult => ({ passed: false, metrics: { thrown: inspect(thrown) } }));
  if (!passed) failed++;
  console.log(`${passed ? "ok  " : "FAIL"} ${name} ${JSON.stringify(metrics)}`);
}
process.exitCode = failed === 0 ? 0 : 1;

/** Ends the servers of an interrupted row. */
function endChildren(pid: number): void {
  for (const child of childrenOf(pid)) {
    endChildren(child);
    try {
      process.kill(child, "SIGKILL");
    } catch {
      // It has ended with its parent.
    }
  }
}
