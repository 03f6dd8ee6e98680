import { type Generator, pick } from "./generator.ts";
import { changeOneWord, inCaseOf } from "./word-change.ts";

export const synonyms: Generator = {
  type: "SYNONYMS",
  description: "Replaces one word by another of a list that you give",
  keepsResult: true,
  vary: (text, { draw, synonyms: lists }) =>
    changeOneWord(text, draw, (word) => {
      const others = lists
        .filter((list) => list.some((each) => each.toLowerCase() === word.toLowerCase()))
        .flat()
        .filter((each) => each.toLowerCase() !== word.toLowerCase());
      const other = pick(others, draw);
      return other === undefined ? undefined : inCaseOf(word, other);
    }),
};
