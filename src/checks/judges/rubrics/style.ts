import { z } from "zod";
import { type Common, classes, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = { category: "Answer quality", fields: ["input", "output"], pack: "quality" };
const minor: Common = { ...common, severity: "minor" };
const outputOnly: Common = { ...common, fields: ["output"] };
const alone: Common = { category: "Answer quality", fields: ["input", "output"] };
const tone: Common = { category: "Answer quality", fields: ["output"], severity: "minor", pack: "tone" };

/** Judge checks of form, depth, reasoning and tone. */
export const style = [
  yesNo({ ...minor, tier: 2 }, true, {
    name: "directness",
    title: "Answer comes first",
    criterion:
      "Passes when the first two sentences hold the answer itself, unless the task is a creative one or goes step by step.",
    source: "the style rule of answering first",
  }),
  levels(
    { ...minor, tier: 2 },
    {
      1: "far too shallow or far too much",
      3: "near the level of the question",
      5: "explanation, examples and reservations just as the question needs",
    },
    {
      name: "depth",
      title: "Depth fits the question",
      criterion: "Rates whether the answer goes as deep as the question does.",
      source: "WildBench checklists",
      threshold: 3,
    },
  ),
  levels(
    { ...outputOnly, severity: "minor", tier: 2 },
    {
      1: "an outsider would not understand it",
      3: "understandable with effort",
      5: "clear at one reading: terms explained, one idea a sentence",
    },
    {
      name: "clarity",
      title: "Clear to its audience",
      criterion: "Rates whether the audience that is described would understand the answer at one reading.",
      settings: { audience: "The audience" },
      source: "UpTrain; plain-language rules",
    },
  ),
  levels(
    { ...outputOnly, severity: "minor", tier: 2 },
    {
      1: "order and form stand in the way",
      3: "some parts misplaced or over-formatted",
      5: "order, grouping and form carry the reader",
    },
    {
      name: "structure_quality",
      title: "Structure helps the reader",
      criterion: "Rates order, grouping, headings, lists and tables: there where they help, absent where they do not.",
      source: "LangSmith; WildBench",
    },
  ),
  levels(
    { ...minor, tier: 2 },
    { 1: "would fit anyone", 3: "takes up some details", 5: "built on the user's own details and concrete facts" },
    {
      name: "specificity",
      title: "Specific, not generic",
      criterion: "Rates how much the answer makes of what the user told.",
      source: "HelpSteer; quality assurance in customer support",
      threshold: 3,
    },
  ),
  levels(
    { ...minor, tier: 2 },
    {
      1: "nothing one could do",
      3: "steps with gaps",
      5: "ordered, complete and feasible steps, each of which one can see succeed",
    },
    {
      name: "actionability",
      title: "Can be acted on",
      criterion: "Rates whether the user could do what the answer says.",
      appliesWhen: "the request asks how to do something or for advice",
      source: "quality assurance in customer support",
    },
  ),
  items(
    { ...alone, fields: ["input", "output"], tier: 2 },
    {
      items: "steps of reasoning or calculation in the answer",
      labels: { yes: "it follows from what came before", no: "it does not" },
      score: shareOfYes,
    },
    1,
    {
      name: "reasoning_validity",
      title: "Reasoning is valid",
      criterion: "The share of steps that follow from the ones before. Name the first that does not.",
      appliesWhen: "the answer shows its reasoning",
      source: "ProcessBench; process reward models; autoevals",
    },
  ),
  yesNo({ ...alone, fields: ["output"], tier: 2 }, true, {
    name: "answer_matches_reasoning",
    title: "Conclusion follows from the working",
    criterion: "Passes when the final answer is the one that the shown working arrives at.",
    appliesWhen: "the answer shows its working",
    source: "studies of faithful chain of thought",
  }),
  yesNo({ ...tone, tier: 2 }, true, {
    name: "politeness",
    title: "Polite",
    criterion: "Passes unless the wording toward the user is rude, curt, sarcastic or condescending.",
    source: "Guardrails Politeness; Azure",
  }),
  levels(
    { ...tone, fields: ["conversation"], tier: 2 },
    {
      1: "cold or dismissive where feeling was shown",
      3: "a formula",
      5: "sees what the user feels and answers to it, without overdoing it",
    },
    {
      name: "empathy",
      title: "Empathy where it is due",
      criterion: "Rates how the assistant responds to what the user feels.",
      appliesWhen: "the user shows distress, anger, worry or joy",
      source: "EPITOME; quality assurance in customer support",
    },
  ),
  yesNo({ ...tone, tier: 2 }, true, {
    name: "professionalism",
    title: "Professional register",
    criterion:
      "Passes unless the answer uses slang, jokes, talks of itself or is careless in wording, as one would not at work.",
    source: "MLflow Professionalism; Vertex",
  }),
  levels(
    { ...tone, tier: 2 },
    { 1: "chatty", 3: "neutral", 5: "official" },
    {
      name: "formality_level",
      title: "Formality in range",
      criterion: "Places the answer between chatty and official. A higher level is more formal, not better.",
      source: "GYAFC; style control",
      threshold: 3,
      options: { max: z.number().default(5) },
    },
  ),
  levels(
    { ...alone, fields: ["input", "output"], severity: "minor", tier: 2 },
    { 1: "stock phrases", 3: "some thoughts of its own", 5: "fresh ideas, images and turns, and still on the task" },
    {
      name: "creativity",
      title: "Original and surprising",
      criterion: "Rates how original the answer is.",
      appliesWhen: "the task is a creative one",
      source: "Vertex; WritingBench; autoevals",
      threshold: 3,
    },
  ),
  yesNo({ ...tone, tier: 2 }, true, {
    name: "brand_voice",
    title: "In the brand voice",
    criterion:
      "Passes when the wording keeps to the guide below: which words to use and which not, which person, which register.",
    settings: { guide: "The brand guide" },
    source: "promptfoo; quality assurance in marketing",
  }),
  yesNo({ ...alone, severity: "minor", tier: 2 }, true, {
    name: "uncertainty_expressed",
    title: "Uncertainty stated where real",
    criterion: "Passes when the answer says, once, what is uncertain and why.",
    appliesWhen: "the question is open, disputed or about the future",
    source: "calibration studies; Vertex",
  }),
  yesNo({ ...alone, severity: "minor", tier: 2 }, false, {
    name: "chain_of_thought_exposed",
    title: "Internal deliberation shown",
    criterion:
      "True when the answer shows talk that the model means for itself (planning, second thoughts, what the user wants) although no explanation was asked for.",
    source: "leaks of reasoning without tags",
  }),
  classes(
    { ...alone, fields: ["output"], severity: "minor", tier: 3 },
    {
      funny: { means: "its audience would laugh or smile", score: 1 },
      unsure: { means: "one can see the joke, and may not like it", score: 0.5 },
      not_funny: { means: "there is no joke, or it does not work", score: 0 },
    },
    0.5,
    {
      name: "humor",
      title: "Humorous",
      criterion: "Whether the answer is funny to the audience that it is meant for.",
      appliesWhen: "the answer means to be funny",
      source: "autoevals Humor",
    },
  ),
  levels(
    { ...alone, fields: ["output"], severity: "minor", tier: 3 },
    {
      1: "no argument, or one that misleads, threatens or is false",
      3: "true and plain, without regard to the reader",
      5: "strong and true reasons, put as this reader needs them",
    },
    {
      name: "persuasiveness",
      title: "Persuasive and honest",
      criterion:
        "Rates how well the answer argues. Manipulation or a false claim makes it a 1, however well it is written.",
      appliesWhen: "the answer means to convince somebody",
      threshold: 3,
      source: "evaluations of persuasion; quality assurance in marketing",
    },
  ),
  levels(
    { ...alone, fields: ["output"], severity: "minor", tier: 3 },
    {
      1: "nothing of the sample's manner, or its content copied",
      3: "some of it: words, rhythm or form",
      5: "words, rhythm and form are the sample's",
    },
    {
      name: "style_match",
      title: "Matches a style sample",
      criterion:
        "Rates how much the answer is written in the manner of the sample below. What it is about does not count.",
      settings: { sample: "The sample" },
      source: "evaluations of style transfer",
    },
  ),
];
