import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
const functionCalling = { ...usually, category: "Function calling", judges: "calls" } as const;
/** Rules on the tool calls of one response that require only the calls and the request. */
export const callRule = { ...functionCalling, targets: ["tool_calls"], severity: "major" } as const;
export const callSet = { ...functionCalling, severity: "major", needs: ["expected"], mode: "test run" } as const;
export const declaredTools = {
  ...functionCalling,
  targets: ["tool_calls"],
  finds: "error",
  severity: "critical",
} as const;
/** Checks of a function call against its expected result. */
export const expectedFunction = {
  ...functionCalling,
  targets: ["tool_calls"],
  needs: ["expected"],
  mode: "test run",
} as const;
export const toolResult = {
  ...functionCalling,
  judges: "request",
  targets: ["conversation"],
  severity: "major",
} as const;
export const toolUse = { ...functionCalling, targets: ["tool_calls"], tier: 2 } as const;
