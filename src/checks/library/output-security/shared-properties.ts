import { passesWhenFalse, usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
export const outputSecurity = { ...usually, category: "Output security" } as const;
export const codeSecurity = { ...outputSecurity, severity: "major" } as const;
export const markupInjection = { ...outputSecurity, severity: "critical", output: passesWhenFalse } as const;
export const payload = { ...codeSecurity, output: passesWhenFalse, tier: 2 } as const;
export const sqlSecurity = { ...outputSecurity, severity: "critical" } as const;
/** Tables and columns of a query are read from its tokens, so that every dialect works. */
export const sqlQuery = { ...outputSecurity, judges: "calls", targets: ["output", "tool_calls"] } as const;
