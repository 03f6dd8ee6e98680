import type { EventDeclaration } from "../platform/telemetry/events.ts";
import { ownCodes } from "./errors.ts";
import { lossReasons } from "./recording/recorder.ts";

export const proxyEvents: readonly EventDeclaration[] = [
  { kind: "proxy-refusals", labelSets: ownCodes.map((code) => ({ code })) },
  { kind: "proxy-failures" },
  { kind: "proxy-calls-lost", labelSets: ["defect", ...lossReasons].map((reason) => ({ reason })) },
];
