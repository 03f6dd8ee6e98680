import { codeChecks } from "../../../src/checks/library/index.ts";
import { createChecker } from "../../../src/checks/stages/check.ts";
import type { EvaluateApart } from "../../../src/checks/stages/evaluate-apart.ts";

/** Evaluates code checks in the test's own thread. Asynchronous checks are refused. */
export function evaluateHere(now: () => number): EvaluateApart {
  const check = createChecker({ checks: codeChecks, now });
  return async (_, { datapoint, requests, slowRequests = [], expected }) => {
    if (slowRequests.length > 0) throw new Error("no asynchronous check is expected here");
    return { verdicts: check(datapoint, requests, { expected }), ordered: { verdicts: [], slow: [] } };
  };
}
