export const lowerCased = (words: readonly string[]) => words.map((word) => word.toLowerCase());
