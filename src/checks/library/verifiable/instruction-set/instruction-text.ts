import type { JsonValue } from "../../../../platform/json/json.ts";

/** Arguments of an instruction, with the names of IFEval and IFBench. */
export type Arguments = Readonly<Record<string, JsonValue>>;

export type Follows = (text: string, given: Arguments) => boolean;

export const textOf = (given: Arguments, name: string): string => {
  const value = given[name];
  return typeof value === "string" ? value.trim() : "";
};

export const numberOf = (given: Arguments, name: string, otherwise = 0): number => {
  const value = given[name];
  return typeof value === "number" ? value : otherwise;
};

export const listOf = (given: Arguments, name: string): readonly string[] => {
  const value = given[name];
  return Array.isArray(value) ? value.filter((each: JsonValue) => typeof each === "string") : [];
};

const punctuation = "!\"#$%&'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~";

const anyPunctuation = new RegExp(`[${punctuation}]`, "g");

const edges = new RegExp(`^[${punctuation} ]+|[${punctuation} ]+$`, "g");

export const withoutPunctuation = (text: string) => text.replace(anyPunctuation, "");

export const stripped = (text: string) => text.replace(edges, "");

export const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== "");

export const plainWords = (text: string) => splitWords(withoutPunctuation(text.toLowerCase()));

export const countWords = (text: string) => text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;

/** Returns words and parts of contractions, without isolated signs. */
export const tokens = (text: string) => text.match(/[\p{L}\p{N}]+(?:[-.'’][\p{L}\p{N}]+)*/gu) ?? [];

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export const occurrences = (text: string, word: string) =>
  text.match(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, "giu"))?.length ?? 0;

const abbreviation = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|Capt|Cpt|Lt|Inc|Ltd|Jr|Sr|Co|[A-Z]|e\.g|i\.e|Ph\.D|etc|vs)\.(?=\s)/g;

/**
 * Splits sentences at end marks, including a closing quotation mark; line feeds count as spaces, and
 * abbreviations and decimals do not end a sentence.
 */
export function sentences(text: string): readonly string[] {
  const masked = text
    .replace(/\n/g, " ")
    .replace(abbreviation, (found) => found.replaceAll(".", "\ue000"))
    .replace(/(\d)\.(\d)/g, "$1\ue000$2")
    .replace(/\.(com|net|org|io|gov|edu|me)\b/g, "\ue000$1");
  return (masked.match(/[^.!?]+(?:[.!?]+["”'’)]*|$)/g) ?? [])
    .map((sentence) => sentence.replaceAll("\ue000", ".").trim())
    .filter((sentence) => sentence !== "");
}

/** Evaluates IFEval's relations. */
export function relates(count: number, relation: string, wanted: number): boolean {
  return relation === "less than" ? count < wanted : count >= wanted;
}
