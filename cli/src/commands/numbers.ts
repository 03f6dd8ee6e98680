import { InvalidArgumentError } from "commander";

/** Returns a parser of numbers. It throws commander's error for invalid arguments. */
const parserOf = (range: string, isValid: (value: number) => boolean) => (text: string) => {
  const value = Number(text);
  if (text.trim() === "" || !isValid(value)) throw new InvalidArgumentError(`it must be ${range}.`);
  return value;
};
const wholeUpTo = (most: number) =>
  parserOf(`from 1 to ${most}`, (value) => Number.isInteger(value) && value >= 1 && value <= most);

export const share = parserOf("from 0 to 1", (value) => value >= 0 && value <= 1);
export const innerShare = parserOf("between 0 and 1", (value) => value > 0 && value < 1);
export const hoursOfMonth = parserOf("from 1 to 720", (value) => value >= 1 && value <= 720);
export const atLeastOne = parserOf("1 or more", (value) => Number.isInteger(value) && value >= 1);
export const upTo50 = wholeUpTo(50);
export const upTo200 = wholeUpTo(200);

/** Parses an ISO 8601 time or date. */
export function time(text: string): string {
  const found = new Date(text);
  if (Number.isNaN(found.getTime())) throw new InvalidArgumentError("write it as 2026-06-01 or 2026-06-01T12:00:00Z.");
  return found.toISOString();
}
