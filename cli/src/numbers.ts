import { InvalidArgumentError } from "commander";

/** Parses a share between 0 and 1. Throws commander's error for invalid arguments. */
export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1)) throw new InvalidArgumentError("it must be from 0 to 1.");
  return value;
}

export function atLeastOne(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("it must be 1 or more.");
  return value;
}

export function upTo200(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 200) throw new InvalidArgumentError("it must be from 1 to 200.");
  return value;
}

/** Parses an ISO 8601 time or date. */
export function time(text: string): string {
  const found = new Date(text);
  if (Number.isNaN(found.getTime())) throw new InvalidArgumentError("write it as 2026-06-01 or 2026-06-01T12:00:00Z.");
  return found.toISOString();
}
