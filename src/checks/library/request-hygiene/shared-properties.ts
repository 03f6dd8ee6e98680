import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
const requestHygiene = { ...usually, category: "Request hygiene", judges: "request" } as const;
export const requestContract = { ...requestHygiene } as const;
export const requestPart = { ...requestHygiene, targets: ["conversation"], tier: 2 } as const;
export const requestRule = { ...requestContract, targets: ["conversation"] } as const;
