/** Collects the values of an option that may be repeated. */
export const collected = (value: string, all: readonly string[]): readonly string[] => [...all, value];
