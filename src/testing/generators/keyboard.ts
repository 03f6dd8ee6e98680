import { type Generator, pick } from "./generator.ts";
import { changeOneWord, inCaseOf } from "./word-change.ts";

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm"].map((row) => row.split(""));

/** Keys that touch a key on an ANSI keyboard, whose rows are shifted by about half a key. */
const neighbours = new Map(
  rows.flatMap((row, number) =>
    row.map((key, place) => {
      const beside = [row[place - 1], row[place + 1]];
      const above = [rows[number - 1]?.[place], rows[number - 1]?.[place + 1]];
      const below = [rows[number + 1]?.[place - 1], rows[number + 1]?.[place]];
      return [key, [...beside, ...above, ...below].filter((each) => each !== undefined)] as const;
    }),
  ),
);

/** From four letters on: a slip in a shorter word is often another word. */
const leastLength = 4;

export const keyboardSlips: Generator = {
  type: "WORD_QWERTY_MISSPELL",
  description: "Hits the key beside the right one, once",
  keepsResult: true,
  vary: (text, { draw }) =>
    changeOneWord(text, draw, (word) => {
      const places = word
        .split("")
        .flatMap((letter, place) => (place > 0 && neighbours.has(letter.toLowerCase()) ? [place] : []));
      const place = word.length < leastLength ? undefined : pick(places, draw);
      if (place === undefined) return undefined;
      const letter = word[place] ?? "";
      const slip = pick(neighbours.get(letter.toLowerCase()) ?? [], draw);
      return slip && word.slice(0, place) + inCaseOf(letter, slip) + word.slice(place + 1);
    }),
};

export const insertedCharacters: Generator = {
  type: "WORD_CHARACTER_INSERTION",
  description: "Writes one letter of a word twice",
  keepsResult: true,
  vary: (text, { draw }) =>
    changeOneWord(text, draw, (word) => {
      if (word.length < leastLength) return undefined;
      const place = 1 + Math.floor(draw() * (word.length - 1));
      const letter = word[place] ?? "";
      return /\p{L}/u.test(letter) ? word.slice(0, place) + letter + word.slice(place) : undefined;
    }),
};
