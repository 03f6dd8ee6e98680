import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const agents = { ...usually, category: "Agents and traces", targets: ["conversation"] } as const;
export const agentRounds = { ...agents, severity: "major", judges: "operation", tier: 2 } as const;
export const agentSpans = { ...agents, judges: "operation", needs: ["trace"], tier: 2 } as const;
export const agentTurns = { ...agents, severity: "major", judges: "operation", needs: ["trace"] } as const;
