/**
 * Loads mutants of one file of checks, one after the other, and reports whether a case of its checks detects
 * each.
 */
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { CodeCheck } from "../../src/checks/check.ts";
import { createChecker } from "../../src/checks/stages/check.ts";
import type { CheckCase } from "../../test/checks/support/check-cases.ts";
import { allCases } from "../../test/fixtures/checks/cases/index.ts";
import { mutantsOf } from "./mutants.ts";

/** `begins` and `ends` are indexes in `mutants`. */
export type FromWorker = { readonly begins: number } | { readonly ends: number; readonly killed: boolean };
export interface MutationTask {
  readonly url: string;
  /** Indexes in the list of the file's mutants. */
  readonly mutants: readonly number[];
}

const { url, mutants } = workerData as MutationTask;
const source = readFileSync(fileURLToPath(url), "utf8");
const all = mutantsOf(source);
let mutated = source;

registerHooks({
  load: (specifier, context, next) =>
    specifier.startsWith(`${url}?mutant=`)
      ? { format: "module", source: stripTypeScriptTypes(mutated), shortCircuit: true }
      : next(specifier, context),
});

// If the cases fail without a mutation, every mutant would count as killed.
if (await isNoticed(`${url}?mutant=none`)) throw new Error(`the cases fail without a change: ${url}`);
for (const at of mutants) {
  const mutant = all[at];
  if (!mutant) continue;
  send({ begins: at });
  mutated = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
  send({ ends: at, killed: await isNoticed(`${url}?mutant=${at}`) });
}

async function isNoticed(address: string): Promise<boolean> {
  try {
    const exported = Object.values((await import(address)) as Readonly<Record<string, unknown>>).flat();
    return exported.filter(isCheck).some((check) => (allCases[check.name] ?? []).some((each) => !holds(check, each)));
  } catch {
    return true;
  }
}

/** Repeats the assertions of `test/checks/library/cases.test.ts`. */
function holds(
  check: CodeCheck,
  { datapoint, options = {}, expected, traceContext: context, state, value, evidence, errorType }: CheckCase,
): boolean {
  const run = createChecker({ checks: new Map([[check.name, check]]), now: () => 0, clock: () => 0 });
  const [verdict] = run(datapoint, [{ check: check.name, options, monitorIds: [] }], {
    expected,
    traceContext: context,
  });
  return (
    verdict?.state === state &&
    (value === undefined || Object.is(verdict.value, value)) &&
    (evidence === undefined || verdict.evidence[0]?.text === evidence) &&
    (errorType === undefined || verdict.errorType === errorType)
  );
}

function isCheck(value: unknown): value is CodeCheck {
  return typeof value === "object" && value !== null && "evaluate" in value && "name" in value;
}

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}
