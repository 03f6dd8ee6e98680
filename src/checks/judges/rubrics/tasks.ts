import { z } from "zod";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = { category: "Task types", fields: ["input", "output"] };
const tier2: Common = { ...common, tier: 2 };
const language: Common = { category: "Language and translation", fields: ["input", "output"] };

/** Judge checks of tasks with specific criteria: summaries, code, queries, translations. */
export const tasks = [
  levels(
    language,
    { 1: "another meaning", 3: "one notable error", 5: "nothing added, lost or changed" },
    {
      name: "translation_adequacy",
      needs: ["source"],
      title: "Translation keeps the meaning",
      criterion: "Rates whether the whole meaning of the source is in the translation.",
      appliesWhen: "the answer is a translation of a text in the request",
      source: "WMT direct assessment; autoevals Translation; MQM accuracy",
    },
  ),
  levels(
    { ...language, fields: ["output"], severity: "minor", tier: 2 },
    { 1: "hardly readable", 3: "understandable, plainly a translation", 5: "as if written in this language" },
    {
      name: "translation_fluency",
      title: "Translation reads natively",
      criterion: "Rates grammar, idiom and register of the answer in its own language; the source is not looked at.",
      source: "WMT; MQM fluency",
    },
  ),
  items(
    common,
    {
      items: "main points of the source, each put as a question with the answer yes",
      labels: { yes: "the summary answers it", no: "it does not" },
      score: shareOfYes,
    },
    0.7,
    {
      name: "summary_coverage",
      needs: ["source"],
      title: "Summary covers the main points",
      criterion:
        "Write down the main points of the source, at most {n}, then see which of them the summary holds: the share that it does.",
      appliesWhen: "the answer is a summary of a text in the request",
      options: { n: z.int().positive().max(40).default(8) },
      source: "DeepEval Summarization; QAGS; Ragas",
    },
  ),
  yesNo({ ...common, severity: "critical" }, true, {
    name: "code_correctness",
    title: "Code solves the task",
    criterion:
      "Go through the code with the cases the request names and those at their borders. Passes when it gives the right result in all of them. Fails on a wrong result, a missing import, or a stated requirement that it does not handle.",
    appliesWhen: "the answer holds code for a task in the request",
    source: "Phoenix CODE_FUNCTIONALITY; CodeJudge",
  }),
  yesNo({ ...common, severity: "critical" }, true, {
    name: "sql_correctness",
    title: "SQL answers the question",
    criterion:
      "Passes when the query, run on the schema, returns what the question asks for: joins, filters, grouping, nulls and limits are right.",
    settings: { schema: "The database schema" },
    source: "Phoenix SQL_GEN; autoevals Sql",
  }),
  items(
    tier2,
    {
      items: "facts that the schema asks for and the source holds",
      labels: { yes: "in the output, with the right value", no: "missing or wrong" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "extraction_completeness",
      title: "All facts extracted",
      criterion: "The share of the wanted facts in the source that the output holds.",
      settings: { schema: "What is to be extracted" },
      source: "quality assurance of extraction",
    },
  ),
  yesNo(tier2, true, {
    name: "classification_justified",
    title: "Label fits the text",
    criterion: "Passes when, of the labels as they are defined, the chosen one fits the input best.",
    settings: { labels: "The labels and what they mean" },
    source: "LangWatch; autoevals",
  }),
  yesNo(tier2, true, {
    name: "paraphrase_keeps_meaning",
    needs: ["source"],
    title: "Rewrite keeps the meaning",
    criterion: "Passes when the rewrite adds nothing, loses nothing and shifts nothing in meaning.",
    appliesWhen: "the answer rewrites, simplifies or changes the tone of a text in the request",
    source: "evaluations of paraphrase; Opik",
  }),
  items(
    { ...tier2, severity: "critical" },
    {
      items: "statements of the answer about the data",
      labels: { yes: "right: value, trend, extreme and unit", no: "wrong" },
      score: shareOfYes,
    },
    1,
    {
      name: "data_to_text_accuracy",
      needs: ["source"],
      title: "Text agrees with the data",
      criterion: "The share of statements about the table or data in the request that are right.",
      appliesWhen: "the request holds a table or structured data that the answer talks about",
      source: "ToTTo PARENT; WebNLG",
    },
  ),
  levels(
    { ...tier2, fields: ["output"], severity: "minor" },
    {
      1: "one would not merge it",
      3: "works, needs tidying",
      5: "names, structure, error handling and idiom as a good reviewer wants them",
    },
    {
      name: "code_quality",
      title: "Code is clean",
      criterion: "Rates names, structure, error handling, repetition and how well the code fits its language.",
      appliesWhen: "the answer holds code",
      threshold: 3,
      source: "rubrics of code review",
    },
  ),
  yesNo({ ...tier2, fields: ["output"], severity: "minor" }, true, {
    name: "code_explanation_matches",
    title: "Explanation matches the code",
    criterion: "Passes when the code does what the text says that it does.",
    appliesWhen: "the answer holds code and says what it does",
    source: "quality assurance of documentation",
  }),
  yesNo({ ...tier2, fields: ["input", "output", "expected"], needs: ["reference"], mode: "test run" }, true, {
    name: "sql_semantic_equivalence",
    title: "SQL means the same as the reference",
    criterion: "Passes when the query and the reference give the same result on any data that the schema allows.",
    settings: { schema: "The database schema" },
    source: "Ragas SQLSemanticEquivalence",
  }),
  levels(
    { ...tier2, severity: "minor" },
    {
      1: "cannot be sent",
      3: "can be sent after edits",
      5: "subject, salutation, purpose, request, tone and close are all right, nothing is made up",
    },
    {
      name: "email_quality",
      title: "E-mail fit to send",
      criterion: "Rates the e-mail that the answer drafts.",
      appliesWhen: "the answer is a draft of an e-mail",
      source: "quality assurance in support and sales",
    },
  ),
];
