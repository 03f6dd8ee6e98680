/** Thread that evaluates every code check on every hostile text, and states in shared memory where it is. */
import { workerData } from "node:worker_threads";
import { withoutAddress } from "../../../src/checks/judges/prompt/tripwires.ts";
import { codeChecks } from "../../../src/checks/library/index.ts";
import { evaluateCase, hostileCases, ownTexts } from "./check-cases.ts";
import { hostileDocuments, hostileRows } from "./check-texts.ts";

export interface CheckThreadData {
  /** The number of the check, and of the text within it. */
  readonly place: Int32Array<SharedArrayBuffer>;
  readonly fromCheck: number;
}

const { place, fromCheck } = workerData as CheckThreadData;
const [part, whole] = [8192, 65_536];
const texts = [
  ...[...hostileRows.values()].map((make) => make(part)),
  ...[...hostileDocuments.values()].map((make) => make(whole)),
];

for (const [at, check] of [...codeChecks.values()].entries()) {
  if (at < fromCheck) continue;
  const own = [...ownTexts(check).values()].map((make) => make(part));
  for (const [number, text] of [...texts, ...own].entries()) {
    Atomics.store(place, 1, number);
    Atomics.store(place, 0, at);
    for (const one of hostileCases(check, text)) evaluateCase(check, one);
  }
}

// The judges read answers for texts that address them, outside of any check.
for (const [number, text] of texts.entries()) {
  Atomics.store(place, 1, number);
  Atomics.store(place, 0, codeChecks.size);
  withoutAddress(text);
}
