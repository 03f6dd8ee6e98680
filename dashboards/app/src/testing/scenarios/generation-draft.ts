import type { GenerationPreviewRequest } from "../../platform/api/types.ts";
import { sentence } from "../../platform/ui/format.tsx";

type Request = GenerationPreviewRequest;

export const tones = ["Neutral", "Formal", "Informal", "Abbreviated Informal", "Persuasive", "Empathetic"] as const;

export const emptyGeneration = {
  name: "",
  type: "WORD_QWERTY_MISSPELL",
  numberExamples: "2",
  synonyms: "",
  before: "",
  after: "",
  tone: "Neutral" as NonNullable<Request["tone"]>,
  prompt: "",
  lockResult: false,
  checks: [] as readonly string[],
};

/** Form values of a generation. Numbers and lists are texts as typed. */
export type GenerationDraft = Readonly<typeof emptyGeneration>;

export const isCustom = (type: string): boolean => type.startsWith("CUSTOM");
export const typeText = (type: string): string => sentence(type.toLowerCase());

export function generationOf(draft: GenerationDraft, scenarioId: string): Request {
  const { type, numberExamples, before, after, tone, prompt, lockResult, checks } = draft;
  return {
    scenarioId,
    type,
    numberExamples: Number(numberExamples),
    tone,
    lockResult,
    preTemplate: before,
    postTemplate: after,
    checks: [...checks],
    ...(type === "SYNONYMS" ? { synonymSets: groupsIn(draft.synonyms) } : {}),
    ...(isCustom(type) && prompt.trim() !== "" ? { generationPrompt: prompt } : {}),
  };
}

const groupsIn = (text: string): string[][] =>
  text
    .split("\n")
    .map((line) =>
      line
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0);
