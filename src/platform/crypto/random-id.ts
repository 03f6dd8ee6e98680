import { randomBytes } from "node:crypto";

/** Returns an ID of 128 random bits with its kind as a prefix: `monitor_…`. */
export const randomId = (kind: string): string => `${kind}_${randomBytes(16).toString("base64url")}`;
