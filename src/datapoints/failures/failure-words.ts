import type { CallError } from "../datapoint.ts";

/** Returns class and message of an error as one text; empty if it has neither. */
export const failureWords = ({ providerType, message }: Pick<CallError, "providerType" | "message">): string =>
  [providerType, message].filter((text) => text !== undefined).join(": ");
