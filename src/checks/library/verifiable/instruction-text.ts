import type { JsonValue } from "../../../platform/json/json.ts";

/** Arguments of an instruction, as IFEval and IFBench name them. */
export type Arguments = Readonly<Record<string, JsonValue>>;

/** Whether a text follows an instruction. */
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

/** The signs of ASCII punctuation. */
const punctuation = "!\"#$%&'()*+,\\-./:;<=>?@[\\\\\\]^_`{|}~";
const anyPunctuation = new RegExp(`[${punctuation}]`, "g");
const edges = new RegExp(`^[${punctuation} ]+|[${punctuation} ]+$`, "g");

export const withoutPunctuation = (text: string) => text.replace(anyPunctuation, "");
export const stripped = (text: string) => text.replace(edges, "");
export const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== "");
/** Words in lower case without any punctuation. */
export const plainWords = (text: string) => splitWords(withoutPunctuation(text.toLowerCase()));
/** Runs of letters, digits and underscores. */
export const countWords = (text: string) => text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
/** Words and contractions' parts, without signs that stand alone. */
export const tokens = (text: string) => text.match(/[\p{L}\p{N}]+(?:[-.'’][\p{L}\p{N}]+)*/gu) ?? [];

export const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
export const occurrences = (text: string, word: string) =>
  text.match(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, "giu"))?.length ?? 0;

const abbreviation = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|Capt|Cpt|Lt|Inc|Ltd|Jr|Sr|Co|[A-Z]|e\.g|i\.e|Ph\.D|etc|vs)\.(?=\s)/g;

/** Sentences: up to an end mark, with the quotation mark behind it; line feeds are spaces, abbreviations and decimals hold on. */
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

/** IFEval's relations. */
export function relates(count: number, relation: string, wanted: number): boolean {
  return relation === "less than" ? count < wanted : count >= wanted;
}
