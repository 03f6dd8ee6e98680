import { z } from "zod";
import { linearPatternProblem } from "../platform/text/linear-pattern.ts";

/** A user-defined pattern in RE2 syntax (no lookaround, no backreferences), at most 1,000 characters. */
export const UserPattern = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((pattern, context) => {
    const problem = linearPatternProblem(pattern);
    if (problem !== undefined) context.addIssue(`the pattern cannot be used: ${problem}`);
  });

/** User-defined phrases, matched in addition to the built-in ones: plain text, case-insensitive. */
export const OwnPhrases = z.array(z.string().min(1).max(200)).max(200).default([]);

/** A share, from 0 to 1. */
export const shareOption = (standard: number) => z.number().min(0).max(1).default(standard);
