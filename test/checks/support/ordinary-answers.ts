import { readFileSync } from "node:fs";
import { z } from "zod";

const Rows = z.array(z.object({ text: z.string() }));

/** Ordinary model answers without attacks: those of the refusal set. */
export const ordinaryAnswers: readonly string[] = Rows.parse(
  JSON.parse(readFileSync(new URL("../../fixtures/checks/labeled/refusal.json", import.meta.url), "utf8")),
).map(({ text }) => text);
