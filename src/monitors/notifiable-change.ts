/** Issue changes with a notification. Other changes are only in the history. */
export const notifiableChanges = ["opened", "regressed", "spiking", "resolved"] as const;

export type NotifiableChange = (typeof notifiableChanges)[number];
