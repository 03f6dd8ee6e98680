export const sources = ["otlp", "proxy", "api", "run"] as const;

export type Source = (typeof sources)[number];
