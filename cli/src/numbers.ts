import { InvalidArgumentError } from "commander";

/** Arguments that are numbers, as commander asks for them. */
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
