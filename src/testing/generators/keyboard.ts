import { type Generator, pick } from "./generator.ts";
import { changeOneWord, inCaseOf } from "./word-change.ts";

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map((row) => row.split(""));

/** Adjacent keys on an ANSI keyboard, whose rows are offset by about half a key. */
const neighbours = new Map(
  rows.flatMap((row, number) =>
    row.map((key, column) => {
      const sameRow = [row[column - 1], row[column + 1]];
      const above = [rows[number - 1]?.[column], rows[number - 1]?.[column + 1]];
      const below = [rows[number + 1]?.[column - 1], rows[number + 1]?.[column]];
      return [key, [...sameRow, ...above, ...below].filter((each) => each !== undefined)] as const;
    }),
  ),
);

/** A typo in a shorter word is often another word. */
const leastLength = 4;

export const keyboardSlips: Generator = {
  type: "WORD_QWERTY_MISSPELL",
  description: "Hits an adjacent key once",
  keepsResult: true,
  vary: (text, { draw }) =>
    changeOneWord(text, draw, (word) => {
      const indexes = word
        .split("")
        .flatMap((character, index) => (index > 0 && neighbours.has(character.toLowerCase()) ? [index] : []));
      const index = word.length < leastLength ? undefined : pick(indexes, draw);
      if (index === undefined) return undefined;
      const character = word[index] ?? "";
      const slip = pick(neighbours.get(character.toLowerCase()) ?? [], draw);
      return slip && word.slice(0, index) + inCaseOf(character, slip) + word.slice(index + 1);
    }),
};

export const insertedCharacters: Generator = {
  type: "WORD_CHARACTER_INSERTION",
  description: "Doubles one letter of a word",
  keepsResult: true,
  vary: (text, { draw }) =>
    changeOneWord(text, draw, (word) => {
      if (word.length < leastLength) return undefined;
      const index = 1 + Math.floor(draw() * (word.length - 1));
      const character = word[index] ?? "";
      return /\p{L}/u.test(character) ? word.slice(0, index) + character + word.slice(index) : undefined;
    }),
};
