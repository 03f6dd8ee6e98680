/** Formats Unix milliseconds as ISO 8601 with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Formats a time that may be absent. */
export const maybeTime = (ms: number | undefined) => (ms === undefined ? undefined : isoTime(ms));
