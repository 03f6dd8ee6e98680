import { z } from "zod";
import { linearPatternProblem } from "../platform/text/linear-pattern.ts";

/** A pattern that a user writes: RE2 syntax (no look-around, no back-references), at most 1,000 characters. */
export const UserPattern = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((pattern, context) => {
    const problem = linearPatternProblem(pattern);
    if (problem !== undefined) context.addIssue(`the pattern cannot be used: ${problem}`);
  });

/** Phrases of the user's own, found beside the built-in ones: plain text, case does not count. */
export const OwnPhrases = z.array(z.string().min(1).max(200)).max(200).default([]);
