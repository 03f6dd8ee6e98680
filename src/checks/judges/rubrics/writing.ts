import { z } from "zod";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = { category: "Task types", fields: ["input", "output"], severity: "minor", tier: 3 };
const translation: Common = { ...common, category: "Language and translation", needs: ["source"] };
const dialog: Common = { ...common, fields: ["conversation"] };

/** Judge checks of texts with a specific purpose: titles, notes, lessons, roles. */
export const writing = [
  yesNo(translation, false, {
    name: "idiom_literalness",
    title: "Idiom translated word for word",
    criterion:
      "True when an idiom, a joke or a set phrase of the source is rendered word for word, so that its sense is lost.",
    appliesWhen: "the answer is a translation, and the source holds an idiom, a joke or a set phrase",
    source: "MQM awkward style",
  }),
  yesNo({ ...common, needs: ["source"] }, true, {
    name: "title_fits",
    title: "Title fits the text",
    criterion:
      "Passes when the title or subject line says truly and definitely what the text is about. Fails when it is wrong, empty, or baits the reader with what the text does not hold.",
    appliesWhen: "the answer is a title, headline or subject line for a text in the request",
    source: "quality assurance of headlines",
  }),
  items(
    { ...common, severity: "major", needs: ["source"] },
    {
      items: "decisions and tasks that the transcript settles",
      labels: {
        yes: "the notes hold it, with the owner and date that the transcript gives",
        no: "it is missing, or its owner or date is wrong",
      },
      score: shareOfYes,
    },
    0.9,
    {
      name: "meeting_notes_actions",
      title: "Action items captured",
      criterion:
        "The share of the meeting's decisions and tasks that stand in the notes with the right owner and date.",
      appliesWhen: "the answer is notes or a list of tasks for a meeting whose transcript is in the request",
      source: "quality assurance of meeting summaries",
    },
  ),
  levels(
    { ...common, needs: ["source"] },
    {
      1: "cannot be answered from the text, or not without seeing it",
      3: "can be answered, but is trivial, vague or has several answers",
      5: "one answer that the text gives, worth asking, clear by itself",
    },
    {
      name: "generated_question_quality",
      title: "Generated question is good",
      criterion: "Rates the question that was made from the text in the request.",
      appliesWhen: "the answer is a question made from a text in the request",
      source: "generation of test sets for retrieval; Ragas",
    },
  ),
  yesNo({ ...common, fields: ["output"] }, true, {
    name: "simplification_level",
    title: "Simplified to the target level",
    criterion: "Passes when a reader of the level below would understand every sentence.",
    settings: { level: "The reader's level: an age, a school grade or a level of CEFR" },
    options: { level: z.string().max(200).default("B1") },
    source: "ASSET; rules of plain language",
  }),
  levels(
    dialog,
    {
      1: "out of character, or knows what the character cannot",
      3: "in character, flat or repetitive",
      5: "voice, knowledge and motives are the character's, and the story moves on",
    },
    {
      name: "roleplay_quality",
      title: "Role-play in character",
      criterion: "Rates how the assistant plays the character that is described below.",
      settings: { character: "The character" },
      source: "CharacterEval; RoleBench",
    },
  ),
  levels(
    dialog,
    {
      1: "gives the solution, or teaches something wrong",
      3: "explains, without finding out where the learner stands",
      5: "finds the learner's mistake, hints before it tells, and checks that it was understood",
    },
    {
      name: "tutoring_quality",
      title: "Teaches instead of telling",
      criterion: "Rates how the assistant helps somebody who learns.",
      appliesWhen: "the user is learning something or works on an exercise",
      source: "MathTutorBench; LearnLM rubrics",
    },
  ),
];
