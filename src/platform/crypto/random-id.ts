import { randomBytes } from "node:crypto";

/** An id of 128 random bits that says what it names: `monitor_…`. */
export const randomId = (kind: string): string => `${kind}_${randomBytes(16).toString("base64url")}`;
