import { usually } from "../definition.ts";

/** Shared properties of the checks of this category. */
const conversation = { ...usually, category: "Conversation", judges: "request" } as const;
export const humanContact = { ...conversation, severity: "major" } as const;
export const conversationCourse = { ...conversation, targets: ["conversation"], tier: 2 } as const;
export const userReaction = { ...conversation, severity: "major", targets: ["conversation"] } as const;
