import { z } from "zod";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = { category: "Answer quality", fields: ["input", "output"], pack: "quality" };
const minor: Common = { ...common, severity: "minor" };
const outputOnly: Common = { ...common, fields: ["output"] };
const alone: Common = { category: "Answer quality", fields: ["input", "output"] };
const tone: Common = { category: "Answer quality", fields: ["output"], severity: "minor", pack: "tone" };

/** Judge checks of answer quality. */
export const quality = [
  levels(
    outputOnly,
    {
      1: "pieces without connection",
      3: "understandable, with jumps",
      5: "each sentence and section builds on the one before",
    },
    {
      name: "coherence",
      title: "Coherence",
      criterion: "Rates how well the sentences and sections of the answer make one whole.",
      source: "Okareo coherence; SummEval; Azure Coherence",
    },
  ),
  levels(
    common,
    {
      1: "states something that the input contradicts",
      3: "one doubtful detail",
      5: "every fact agrees with the input",
    },
    {
      name: "consistency",
      title: "Consistency with the input",
      criterion: "Rates whether the facts of the answer agree with the facts of the text it was given.",
      source: "Okareo consistency; SummEval",
    },
  ),
  levels(
    { ...outputOnly, severity: "minor" },
    {
      1: "hard to read for its mistakes",
      3: "some mistakes or odd wording",
      5: "reads as a careful native writer would write",
    },
    {
      name: "fluency",
      title: "Fluency",
      criterion:
        "Rates grammar, spelling, choice of words and sentence structure in the language that is used. What is said does not count.",
      source: "Okareo fluency; SummEval; Azure Fluency; UpTrain",
    },
  ),
  levels(
    common,
    { 1: "beside the point", 3: "the main point, with gaps or side matters", 5: "all that matters and nothing else" },
    {
      name: "relevance",
      title: "Relevance",
      criterion:
        "Rates whether the answer holds what matters for the request, or of the source, and nothing beside it.",
      source: "Okareo relevance; SummEval; Azure",
    },
  ),
  levels(
    minor,
    {
      1: "mostly filler or repetition, or too short to be of use",
      3: "some of it could go",
      5: "nothing to skip and nothing missing",
    },
    {
      name: "conciseness",
      title: "Conciseness",
      criterion: "Rates the length against what is needed.",
      source: "Okareo conciseness; Phoenix CONCISENESS; UpTrain",
    },
  ),
  levels(
    { ...common, fields: ["system", "input", "output"] },
    { 1: "of no use or wrong", 2: "weak", 3: "usable with reservations", 4: "good", 5: "as good as one could wish" },
    {
      name: "overall_quality",
      title: "Overall quality",
      criterion:
        "One rating of the answer for the usual user of this application, weighing whether it is right, to the point, complete and well formed. For trends, not for finding causes.",
      source: "Okareo overall; MT-Bench single",
    },
  ),
  levels(
    common,
    {
      1: "no step nearer, or a step back",
      2: "correct, and of no use",
      3: "helps in part",
      5: "brings the user all the way to what they are after",
    },
    {
      name: "helpfulness",
      title: "Helpfulness",
      criterion: "Rates how far the answer brings the user toward the aim behind the request.",
      source: "LangSmith; HHH (Askell et al. 2021)",
    },
  ),
  items(
    common,
    {
      items: "parts of the request: questions, conditions, tasks",
      labels: { yes: "dealt with", no: "left out, or only touched" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "completeness",
      title: "Completeness",
      criterion: "The share of the request's parts that the answer deals with.",
      source: "UpTrain ResponseCompleteness; Azure ResponseCompleteness",
    },
  ),
  items(
    { ...alone, fields: ["system", "input", "output"] },
    {
      items: "explicit instructions of system and user that bear on this answer",
      labels: { yes: "followed", no: "not followed", unclear: "cannot be told from the answer" },
      score: shareOfYes,
    },
    1,
    {
      name: "instruction_following",
      title: "Follows instructions",
      criterion:
        "The share of explicit instructions that the answer follows: content, form, length, language, what to leave out.",
      source: "InFoBench DRFR; DeepEval PromptAlignment; Vertex",
    },
  ),
  yesNo({ ...alone, fields: ["system", "conversation"], needs: ["system_prompt"] }, true, {
    name: "system_prompt_adherence",
    title: "Keeps to the system prompt",
    criterion:
      "Passes when the answer breaks none of the application's instructions, also where the user pushes it to.",
    source: "promptfoo; IHEval; DeepEval PromptAlignment",
  }),
  yesNo({ ...alone, fields: ["system", "input", "output", "context"] }, true, {
    name: "custom_criteria",
    title: "Meets a custom criterion",
    criterion:
      "Passes when the answer meets the criterion below. Say in your reasoning how you read it, show the evidence, then decide.",
    settings: { criterion: "The criterion" },
    source: "autoevals ClosedQA; DeepEval GEval; MLflow Guidelines",
  }),
  levels(
    { ...alone, fields: ["system", "input", "output", "context"] },
    {
      1: "the lowest level of the rubric below",
      5: "its highest; where the rubric describes levels of its own, they count",
    },
    {
      name: "custom_rubric_score",
      title: "Custom rubric score",
      criterion: "Rates the answer by the rubric below; with `n` above 1 the mean of as many ratings.",
      settings: { rubric: "The rubric" },
      askedTimes: "n",
      options: { n: z.int().min(1).max(5).default(1) },
      source: "G-Eval; Ragas RubricsScore; Prometheus",
    },
  ),
  yesNo(tone, true, {
    name: "tone_match",
    title: "Tone as required",
    criterion: "Passes when the tone of the answer is the one that is described.",
    settings: { tone: "The tone" },
    source: "UpTrain ToneCritique; LangWatch; MLflow",
  }),
];
