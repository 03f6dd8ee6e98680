/** The outcome of one attempt. */
export type SendOutcome =
  | { readonly kind: "sent" }
  /** Not delivered; a retry may succeed. `afterMs` is the delay the receiver requests (Retry-After). */
  | { readonly kind: "again"; readonly reason: string; readonly afterMs?: number }
  /** Handed over without a response: it may or may not have arrived. */
  | { readonly kind: "unconfirmed"; readonly reason: string }
  /** Permanently rejected. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The receiver no longer exists: the channel is disabled. */
  | { readonly kind: "gone"; readonly reason: string };
