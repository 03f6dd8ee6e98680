/**
 * Headers by which a response gives orders to a browser about its whole origin, which here is Gaffe's: an upstream must
 * not sign people out, allow other sites to read, or redirect to another address.
 */
const aboutTheOrigin = new Set([
  "set-cookie",
  "clear-site-data",
  "strict-transport-security",
  "alt-svc",
  "nel",
  "report-to",
  "reporting-endpoints",
  "refresh",
  "service-worker-allowed",
  "content-security-policy",
  "content-security-policy-report-only",
  "x-content-type-options",
]);

export const isAboutTheOrigin = (lower: string): boolean =>
  aboutTheOrigin.has(lower) || lower.startsWith("access-control-");

/** A browser that shows an upstream's response as a page runs none of it, and in no origin. */
export const pageProtection = ["x-content-type-options", "nosniff", "content-security-policy", "sandbox"] as const;
