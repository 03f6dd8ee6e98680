import type { CodeCheck } from "../../domain/check.ts";
import { controlCharacters, invisibleCharacters, mojibake } from "./characters.ts";
import { repeatedLineShare, repeatedNgramShare } from "./repetition.ts";

export const degenerationChecks: readonly CodeCheck[] = [
  repeatedNgramShare,
  repeatedLineShare,
  mojibake,
  controlCharacters,
  invisibleCharacters,
];
