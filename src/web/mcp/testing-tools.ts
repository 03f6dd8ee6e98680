import type { JsonObject } from "../../platform/json/json.ts";
import { runBrief, textOf } from "./shown.ts";
import type { Tool } from "./tool.ts";

/** A model of a provider with its prompts; HTTP targets and own code are registered elsewhere. */
const generation: JsonObject = {
  type: "object",
  description: "A provider's model with its prompt",
  properties: {
    type: { const: "generation" },
    model: { type: "string", description: "Such as openai/gpt-4o-mini, or <upstream>/<model>; default: the judge's" },
    systemPromptTemplate: { type: "string" },
    userPromptTemplate: { type: "string", description: "Default: {scenario_input}, the input of the row" },
    temperature: { type: "number", minimum: 0, maximum: 2 },
    params: { type: "object", description: "More parameters of the request, in OpenAI's format" },
  },
  required: ["type"],
};

/** Tools for offline runs: from the occurrences of an issue to a run that fails, and to one that passes. */
export const testingTools: readonly Tool[] = [
  {
    name: "list_scenario_sets",
    title: "List scenario sets",
    description: "List the scenario sets, newest first: rows of an input and an expected result, to try models with.",
    route: "GET /scenario-sets",
    takes: [],
    paging: { kind: "cursor" },
  },
  {
    name: "create_scenario_set",
    title: "Make a scenario set of recorded calls",
    description: `Make a scenario set of the occurrences of an issue (issueId), of the calls that a query finds (q), or of \
datapoints by id; or add them to an existing set (scenarioId instead of name). Secrets and personal data are replaced.`,
    route: "POST /scenario-sets/from-datapoints",
    takes: ["name", "scenarioId", "issueId", "q", "from", "to", "datapointIds", "limit", "input", "results"],
  },
  {
    name: "list_scenario_rows",
    title: "List the rows of a scenario set",
    description: "List the rows of a scenario set in their order, with input and expected result.",
    route: "GET /scenario-sets/:id/rows",
    takes: ["id", "version"],
    paging: { kind: "cursor" },
  },
  {
    name: "list_models",
    title: "List registered models",
    description: "List the models that test runs can try, newest first, each with its definition (model and prompts).",
    route: "GET /models",
    takes: [],
    paging: { kind: "cursor" },
  },
  {
    name: "register_model",
    title: "Register a model or change its prompt",
    description: `Register a provider's model with its prompt for test runs. To try another prompt, send the same name \
with the changed definition and update true: that is its next version; runs of earlier versions stay.`,
    route: "POST /models",
    takes: ["name", "definition", "tags", "update"],
    schemas: { definition: generation },
    idempotent: true,
  },
  {
    name: "start_test_run",
    title: "Start a test run",
    description: `Call a registered model with every row of a scenario set and run checks on the answers. Returns immediately; \
follow it with get_test_run. It calls the model, and judge checks call the judge's: both cost money.`,
    route: "POST /test-runs",
    takes: ["name", "scenarioId", "scenarioVersion", "modelId", "type", "checks", "allowSkipped", "repeats", "tags"],
    callsModels: true,
  },
  {
    name: "get_test_run",
    title: "Get a test run",
    description: `Show the state and progress of a test run and, once it has ended, whether it passed and why not, with \
its metrics. While state is running or evaluating, ask again after some seconds.`,
    route: "GET /test-runs/:id",
    takes: ["id"],
    show: runBrief,
    page: (links, { id }) => links.testRun(textOf(id)),
  },
  {
    name: "list_test_runs",
    title: "List test runs",
    description: "List the test runs, newest first, of all models and scenario sets or of one.",
    route: "GET /test-runs",
    takes: ["scenarioId", "modelId"],
    paging: { kind: "cursor" },
  },
  {
    name: "list_test_run_rows",
    title: "List the results of a test run",
    description: "List the rows of a test run: input, answer, expected result, and the verdict of each check.",
    route: "GET /test-runs/:id/rows",
    takes: ["id"],
    paging: { kind: "cursor" },
    page: (links, { id }) => links.testRun(textOf(id)),
  },
  {
    name: "cancel_test_run",
    title: "Cancel a test run",
    description: "End a test run early. Results that it has stay, and it can be resumed in the app.",
    route: "POST /test-runs/:id/cancel",
    takes: ["id"],
    idempotent: true,
  },
  {
    name: "compare_test_runs",
    title: "Compare test runs",
    description: `Compare up to three finished test runs with a base, row by row and check by check: what became worse or \
better, and how sure that is.`,
    route: "POST /test-runs/compare",
    takes: ["base", "runs", "alpha", "rows"],
  },
];
