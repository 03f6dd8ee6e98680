import { type Common, items, shareOfYes, yesNo } from "../prompt/rubric.ts";

/** Queries are among the tool calls of the conversation. */
const querying: Common = { category: "Retrieval and grounding", fields: ["conversation"], judges: "texts", tier: 2 };

/** Judge checks of search queries. */
export const queries = [
  yesNo(querying, true, {
    name: "query_rewrite_quality",
    title: "Search query keeps the intent",
    criterion:
      "Passes when every query that the assistant sends to a search or retrieval tool keeps the conditions of the user's request (names, times, what is excluded), says what its pronouns stand for, and adds nothing.",
    appliesWhen: "the assistant calls a search or retrieval tool with a query",
    source: "UpTrain QueryClarity; LangChain",
  }),
  items(
    querying,
    {
      items: "parts of the user's question",
      labels: { yes: "some query to a search or retrieval tool covers it", no: "none does" },
      score: shareOfYes,
    },
    1,
    {
      name: "sub_query_completeness",
      title: "Sub-queries cover the question",
      criterion: "The share of the question's parts that some query to a search or retrieval tool covers.",
      appliesWhen: "the assistant splits the question into several queries",
      severity: "minor",
      source: "UpTrain SubQueryCompleteness",
    },
  ),
];
