// Written by `npm run sdk:types` from openapi.json: the shapes of the API as it has them. Do not edit.
import type { Json } from "./json.ts";

export interface MeWhoNobody {
  readonly kind: "nobody";
}

/** At this machine, before anybody signed up */
export interface MeWhoLocal {
  readonly kind: "local";
}

export interface MeWhoToken {
  readonly kind: "token";
  readonly name: string;
  readonly scopes: readonly ("ingest" | "read" | "write" | "admin")[];
}

export interface MeWhoUser {
  readonly kind: "user";
  readonly id: string;
  readonly email: string;
  readonly role: "viewer" | "member" | "admin";
}

export interface Me {
  readonly who: MeWhoNobody | MeWhoLocal | MeWhoToken | MeWhoUser;
  /** The project and account of this request; absent without authentication */
  readonly projectId?: string;
  /** How a person without an account signs up: as the first user, openly, by an emailed link, or by invitation */
  readonly signUp: "first" | "open" | "by_mail" | "by_invitation";
  /** The first to sign up shows the token that the service printed at its first start */
  readonly needsToken: boolean;
  /** A mail server is set */
  readonly canMail: boolean;
}

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly language?: "typescript" | "python";
  readonly createdAt: string;
  readonly archivedAt?: string;
}

export interface GetProjectsAnswer {
  readonly items: readonly Project[];
}

export interface ScenarioGenerator {
  readonly type: string;
  readonly description: string;
  readonly keepsResult: boolean;
  /** Calls the project's active judge model, within its daily limits */
  readonly needsModel: boolean;
}

export interface GetScenarioGeneratorsAnswer {
  readonly items: readonly ScenarioGenerator[];
}

export interface ScenarioSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly appLink: string;
}

export interface GetScenarioSetsAnswer {
  readonly items: readonly ScenarioSet[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface SeedRow {
  /** Text, a list or an object */
  readonly input: unknown;
  /** The expected result: text, a label, a list of ids, or `{name, parameter_definitions}` for a function call */
  readonly result?: unknown;
}

export interface NewScenarioSet {
  readonly name: string;
  readonly seedData: readonly SeedRow[];
  readonly tags?: readonly string[] | undefined;
}

export interface ScenarioUpload {
  readonly name: string;
  readonly format?: "jsonl" | "csv" | undefined;
  /** One row a line: `{"input": …, "result": …}`, or CSV with these columns */
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
}

/** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
export interface RunCheckLocal {
  /** Runs are compared where it is the same */
  readonly version?: number | undefined;
}

export interface RunCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
  readonly local?: RunCheckLocal | undefined;
}

export interface GenerateRequest {
  /** Id or name of the set whose rows are the seeds */
  readonly scenarioId: string;
  /** Of the set that is made */
  readonly name: string;
  /** See GET /scenario-generators */
  readonly type: string;
  /** Rows wanted of each seed */
  readonly numberExamples?: number | undefined;
  readonly synonymSets?: readonly (readonly string[])[] | undefined;
  readonly preTemplate?: string | undefined;
  readonly postTemplate?: string | undefined;
  /** Where a model writes */
  readonly tone?: "Neutral" | "Formal" | "Informal" | "Abbreviated Informal" | "Persuasive" | "Empathetic" | undefined;
  /** For the custom generators */
  readonly generationPrompt?: string | undefined;
  /** JSON Schema of the inputs, for the custom generators */
  readonly generationSchema?: Readonly<Record<string, unknown>> | undefined;
  /** Every row gets its seed's result */
  readonly lockResult?: boolean | undefined;
  /** Held against each generated row; those that fail come back instead */
  readonly checks?: readonly (string | RunCheck)[] | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface GeneratedSetFailedDataOrigin {
  readonly seedId?: string;
  readonly generator?: string;
  readonly datapointId?: string;
  readonly testRunId?: string;
}

export interface GeneratedSetFailedData {
  readonly input: Json;
  readonly result: Json;
  readonly origin: GeneratedSetFailedDataOrigin;
  readonly check: string;
  readonly reason: string;
}

export interface GeneratedSet {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly rows: number;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly appLink: string;
  readonly failedData: readonly GeneratedSetFailedData[];
  /** Questions to the model that gave no row */
  readonly unanswered: number;
  /** Why the last of them gave none */
  readonly reason?: string;
}

export interface FromDatapointsResult {
  readonly datapointId: string;
  readonly result: unknown;
}

export interface FromDatapoints {
  /** Of a new scenario set */
  readonly name?: string | undefined;
  /** Id or name of a set: the rows go to its next version */
  readonly scenarioId?: string | undefined;
  /** Of a new scenario set */
  readonly tags?: readonly string[] | undefined;
  readonly datapointIds?: readonly string[] | undefined;
  /** A query, see docs/query.md */
  readonly q?: string | undefined;
  /** Inclusive. Default: 24 hours before `to` */
  readonly from?: string | undefined;
  /** Exclusive. Default: now */
  readonly to?: string | undefined;
  /** Id or number of an issue: its occurrences, newest first */
  readonly issueId?: string | undefined;
  /** Maximum number, newest first */
  readonly limit?: number | undefined;
  /** What becomes the input: all messages but the system's, all of them, or the last one of a user */
  readonly input?: "conversation" | "whole_dialog" | "last_user_message" | undefined;
  /** Expected results of some of them; the others have none */
  readonly results?: readonly FromDatapointsResult[] | undefined;
}

export interface CollectedScenarioSetLeftOut {
  readonly datapointId: string;
  readonly reason: string;
}

export interface CollectedScenarioSetRedacted {
  readonly type: string;
  readonly count: number;
}

export interface CollectedScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** Datapoints that gave no row */
  readonly leftOut: readonly CollectedScenarioSetLeftOut[];
  /** More datapoints match than the limit */
  readonly more: boolean;
  /** Secrets and personal data that were replaced by markers */
  readonly redacted: readonly CollectedScenarioSetRedacted[];
}

export interface FromTestRun {
  /** Of a new scenario set */
  readonly name?: string | undefined;
  /** Id or name of a set: the rows go to its next version */
  readonly scenarioId?: string | undefined;
  /** Of a new scenario set */
  readonly tags?: readonly string[] | undefined;
  readonly runId: string;
  /** Rows that one of these failed; default: any check of the run, or the model call itself */
  readonly checks?: readonly string[] | undefined;
}

export interface FailingScenarioSet {
  readonly scenario: ScenarioSet;
  readonly added: number;
  /** Rows that the set had already */
  readonly known: number;
}

export interface ScenarioSetChange {
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface PostScenarioSetsIdVersionsBody {
  readonly seedData: readonly SeedRow[];
}

export interface ScenarioRow {
  readonly id: string;
  readonly input: Json;
  readonly result: Json;
  readonly origin: GeneratedSetFailedDataOrigin;
}

export interface GetScenarioSetsIdRowsAnswer {
  readonly items: readonly ScenarioRow[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface ModelDefinitionCustom {
  /** The user's own code, called by an SDK */
  readonly type: "custom";
  /** Rows that the code takes at a time */
  readonly batchSize?: number;
}

export interface ModelDefinitionGenerationDialogTemplate {
  readonly role: "system" | "user" | "assistant";
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly content: string;
}

export interface ModelDefinitionGeneration {
  /** A provider's model with a prompt, called by the service */
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's */
  readonly model?: string;
  /** Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge */
  readonly judge?: string;
  readonly temperature?: number;
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly systemPromptTemplate?: string;
  /** Default: `{scenario_input}` */
  readonly userPromptTemplate?: string;
  /** A whole dialog instead of the two */
  readonly dialogTemplate?: readonly ModelDefinitionGenerationDialogTemplate[];
  /** As OpenAI's Chat Completions spell them */
  readonly tools?: readonly Json[];
  /** Additional request parameters, in OpenAI's format */
  readonly params?: Readonly<Record<string, Json>>;
  /** Of one call; default: a minute */
  readonly timeoutMs?: number;
}

export interface ModelDefinitionHttpAuth {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of `{access_token}` in the response */
  readonly tokenPath: string;
  readonly secondsValid: number;
}

export interface ModelDefinitionHttpStartSession {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of `{session_id}` in the response */
  readonly sessionIdPath?: string;
  /** Where the target's first words lie */
  readonly messagePath?: string;
}

/** The answer comes as server-sent events */
export interface ModelDefinitionHttpNextTurnStream {
  /** Only events of this name */
  readonly event?: string;
  /** Data that ends the stream */
  readonly stopAt: string;
}

export interface ModelDefinitionHttpNextTurn {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
  /** Path of the text in the response; for a stream, of each event's part */
  readonly responsePath: string;
  readonly toolCallsPath?: string;
  /** The answer comes as server-sent events */
  readonly stream?: ModelDefinitionHttpNextTurnStream;
}

export interface ModelDefinitionHttpEndSession {
  readonly method: "POST" | "GET" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: Json;
}

export interface ModelDefinitionHttp {
  /** An application behind HTTP, called by the service */
  readonly type: "http";
  readonly auth?: ModelDefinitionHttpAuth;
  readonly startSession?: ModelDefinitionHttpStartSession;
  readonly nextTurn: ModelDefinitionHttpNextTurn;
  readonly endSession?: ModelDefinitionHttpEndSession;
  /** Of one request */
  readonly timeoutMs: number;
}

export type ModelDefinition = ModelDefinitionCustom | ModelDefinitionGeneration | ModelDefinitionHttp;

export interface ModelSecret {
  readonly name: string;
  readonly host: string;
  readonly createdAt: string;
}

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly definition: ModelDefinition;
  readonly tags: readonly string[];
  /** Names of its keys, and the host (with http:// where it is not HTTPS) that each opens for */
  readonly secrets: readonly ModelSecret[];
  readonly createdAt: string;
}

export interface GetModelsAnswer {
  readonly items: readonly Model[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface ModelDefinitionInputCustom {
  /** The user's own code, called by an SDK */
  readonly type: "custom";
  /** Rows that the code takes at a time */
  readonly batchSize?: number | undefined;
}

export interface ModelDefinitionInputGenerationDialogTemplate {
  readonly role: "system" | "user" | "assistant";
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly content: string;
}

export interface ModelDefinitionInputGeneration {
  /** A provider's model with a prompt, called by the service */
  readonly type: "generation";
  /** As the proxy takes it: `openai/gpt-4o`, `claude-…`, `<upstream>/…`; default: the judge's */
  readonly model?: string | undefined;
  /** Name or id of a judge model, for its address, key and daily limits. If neither model nor judge is given: the active judge */
  readonly judge?: string | undefined;
  readonly temperature?: number | undefined;
  /** `{scenario_input}` is replaced by the row's input, `{scenario_input.key}` by a member of it; `{{name}}` is the text `{name}` */
  readonly systemPromptTemplate?: string | undefined;
  /** Default: `{scenario_input}` */
  readonly userPromptTemplate?: string | undefined;
  /** A whole dialog instead of the two */
  readonly dialogTemplate?: readonly ModelDefinitionInputGenerationDialogTemplate[] | undefined;
  /** As OpenAI's Chat Completions spell them */
  readonly tools?: readonly unknown[] | undefined;
  /** Additional request parameters, in OpenAI's format */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  /** Of one call; default: a minute */
  readonly timeoutMs?: number | undefined;
}

export interface ModelDefinitionInputHttpAuth {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of `{access_token}` in the response */
  readonly tokenPath: string;
  readonly secondsValid?: number | undefined;
}

export interface ModelDefinitionInputHttpStartSession {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of `{session_id}` in the response */
  readonly sessionIdPath?: string | undefined;
  /** Where the target's first words lie */
  readonly messagePath?: string | undefined;
}

/** The answer comes as server-sent events */
export interface ModelDefinitionInputHttpNextTurnStream {
  /** Only events of this name */
  readonly event?: string | undefined;
  /** Data that ends the stream */
  readonly stopAt?: string | undefined;
}

export interface ModelDefinitionInputHttpNextTurn {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
  /** Path of the text in the response; for a stream, of each event's part */
  readonly responsePath: string;
  readonly toolCallsPath?: string | undefined;
  /** The answer comes as server-sent events */
  readonly stream?: ModelDefinitionInputHttpNextTurnStream | undefined;
}

export interface ModelDefinitionInputHttpEndSession {
  readonly method?: "POST" | "GET" | "PUT" | "PATCH" | "DELETE" | undefined;
  readonly url: string;
  /** `{secret.NAME}` is replaced by a secret of the model */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON. A text that is one name alone, such as `{message_history}`, becomes its value */
  readonly body?: unknown;
}

export interface ModelDefinitionInputHttp {
  /** An application behind HTTP, called by the service */
  readonly type: "http";
  readonly auth?: ModelDefinitionInputHttpAuth | undefined;
  readonly startSession?: ModelDefinitionInputHttpStartSession | undefined;
  readonly nextTurn: ModelDefinitionInputHttpNextTurn;
  readonly endSession?: ModelDefinitionInputHttpEndSession | undefined;
  /** Of one request */
  readonly timeoutMs?: number | undefined;
}

export type ModelDefinitionInput = ModelDefinitionInputCustom | ModelDefinitionInputGeneration | ModelDefinitionInputHttp;

export interface NewModel {
  readonly name: string;
  readonly definition: ModelDefinitionInput;
  readonly tags?: readonly string[] | undefined;
  /** Another definition under a known name makes its next version */
  readonly update?: boolean | undefined;
  /** Key of a generation model's provider: stored encrypted, sent only to its host, never returned */
  readonly apiKey?: string | undefined;
  /** Values of `{secret.NAME}` in an HTTP target; stored like apiKey */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
export interface TestRunCheckLocal {
  /** Runs are compared where it is the same */
  readonly version: number;
}

export interface TestRunCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** A check of the caller's own, evaluated where the model is called: its verdicts come with the results */
  readonly local?: TestRunCheckLocal;
}

export interface TestRunSimulationDriver {
  readonly promptTemplate: string;
  readonly model?: string;
  readonly judge?: string;
  readonly temperature: number;
}

export interface TestRunSimulationStopCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly stopOn: boolean;
}

export interface TestRunSimulationStop {
  readonly phrase?: string;
  readonly check?: TestRunSimulationStopCheck;
}

export interface TestRunSimulation {
  readonly driver: TestRunSimulationDriver;
  readonly maxTurns: number;
  readonly firstTurn: "driver" | "target";
  readonly stop?: TestRunSimulationStop;
  readonly checksAtEveryTurn: boolean;
}

/** Tries */
export interface Progress {
  readonly waiting: number;
  readonly leased: number;
  readonly done: number;
}

export interface CheckSummary {
  readonly check: string;
  readonly version: number;
  readonly passed: number;
  readonly failed: number;
  /** The check does not apply to the row */
  readonly skipped: number;
  /** The check itself came to no end */
  readonly broken: number;
  /** Of the values, booleans as 0 and 1 */
  readonly mean?: number;
}

export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface LabelQuality {
  readonly label: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Rows that expect it */
  readonly support: number;
}

/** As scikit-learn defines it, zero_division=0 */
export interface Classification {
  readonly rows: number;
  readonly accuracy: number;
  readonly macro: Quality;
  readonly weighted: Quality;
  readonly labels: readonly LabelQuality[];
  /** Row: expected label, column: predicted one, as in `labels` */
  readonly confusionMatrix: readonly (readonly number[])[];
  readonly unanswered: number;
}

export interface RetrievalAtK {
  readonly k: number;
  readonly precision: number;
  readonly recall: number;
  readonly hitRate: number;
  readonly mrr: number;
  readonly map: number;
  readonly ndcg: number;
}

export interface Trajectories {
  /** Rows with expected calls */
  readonly rows: number;
  /** Share of rows with the expected calls and no others, in their order */
  readonly exact: number;
  readonly anyOrder: number;
  /** All expected calls are among those made */
  readonly subset: number;
  /** All calls made are among those expected */
  readonly superset: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Of the calls that are right by name */
  readonly argumentMatch: number;
  readonly meanSteps: number;
  readonly meanExpectedSteps: number;
}

export interface InvarianceWorstBroken {
  readonly rowId: string;
  readonly repeat: number;
}

export interface InvarianceWorst {
  readonly seedId: string;
  readonly answers: number;
  readonly consistency: number;
  readonly broken: readonly InvarianceWorstBroken[];
}

export interface Invariance {
  /** With more than one answer */
  readonly seeds: number;
  readonly consistentSeeds: number;
  /** Mean share of pairs of answers to one seed's rows that are alike */
  readonly consistency: number;
  readonly brokenRows: number;
  readonly worst: readonly InvarianceWorst[];
}

export interface Conversations {
  readonly conversations: number;
  readonly meanTurns: number;
  /** How many ended for which reason */
  readonly ended: Readonly<Record<string, number>>;
}

export interface RunMetrics {
  readonly rows: number;
  /** Attempts whose model call failed */
  readonly errors: number;
  readonly meanDurationMs?: number;
  /** Of rows with an answer */
  readonly p95DurationMs?: number;
  readonly costUsd?: number;
  readonly checks: readonly CheckSummary[];
  readonly classification?: Classification;
  readonly retrieval?: readonly RetrievalAtK[];
  readonly trajectories?: Trajectories;
  readonly invariance?: Invariance;
  readonly conversations?: Conversations;
}

export interface TestRun {
  readonly id: string;
  readonly name: string;
  readonly type: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT";
  readonly scenarioId: string;
  readonly scenarioVersion: number;
  readonly modelId: string;
  readonly modelVersion: number;
  /** The run whose answers it judges anew */
  readonly reevaluates?: string;
  readonly checks: readonly TestRunCheck[];
  readonly tags: readonly string[];
  readonly calculateMetrics: boolean;
  readonly repeats: number;
  readonly atK: readonly number[];
  readonly similarity?: "exact" | "normalized" | "similar";
  readonly simulation?: TestRunSimulation;
  readonly concurrency: number;
  /** The service makes calls of this run itself */
  readonly isServed: boolean;
  readonly state: "running" | "evaluating" | "finished" | "failed" | "cancelled";
  readonly progress: Progress;
  readonly failure?: string;
  /** Once finished */
  readonly metrics?: RunMetrics;
  readonly createdAt: string;
  readonly endedAt?: string;
  /** That was tried, where a build started the run */
  readonly commit?: string;
  /** Page of the build that started it */
  readonly ciUrl?: string;
  /** Where a person reads the run */
  readonly appLink: string;
}

export interface GetTestRunsAnswer {
  readonly items: readonly TestRun[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface NewSimulationDriver {
  /** Who the simulated user is and wants */
  readonly promptTemplate?: string | undefined;
  /** As the proxy takes it */
  readonly model?: string | undefined;
  /** A judge model; default: the active one */
  readonly judge?: string | undefined;
  readonly temperature?: number | undefined;
}

export interface NewSimulationStopCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** true: ends when it passes; false: when it fails */
  readonly stopOn?: boolean | undefined;
}

export interface NewSimulationStop {
  /** Ends the conversation when either side says it */
  readonly phrase?: string | undefined;
  readonly check?: NewSimulationStopCheck | undefined;
}

export interface NewSimulation {
  readonly driver: NewSimulationDriver;
  /** Answers of the target at most */
  readonly maxTurns?: number | undefined;
  readonly firstTurn?: "driver" | "target" | undefined;
  readonly stop?: NewSimulationStop | undefined;
  /** Otherwise the checks judge the whole conversation at its end */
  readonly checksAtEveryTurn?: boolean | undefined;
}

export interface NewTestRun {
  readonly name: string;
  /** Id or name of the scenario set */
  readonly scenarioId: string;
  /** Default: the newest */
  readonly scenarioVersion?: number | undefined;
  /** Id or name of the registered model, in its newest version */
  readonly modelId: string;
  readonly type?: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT" | undefined;
  /** Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own */
  readonly checks?: readonly (string | RunCheck)[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly calculateMetrics?: boolean | undefined;
  /** How often each row is tried */
  readonly repeats?: number | undefined;
  /** For INFORMATION_RETRIEVAL */
  readonly atK?: readonly number[] | undefined;
  /** For INVARIANT: answers must be identical, equal except for case and punctuation (default), or four fifths equal */
  readonly similarity?: "exact" | "normalized" | "similar" | undefined;
  /** For MULTI_TURN */
  readonly simulation?: NewSimulation | undefined;
  /** Calls that the service makes at one time */
  readonly concurrency?: number | undefined;
  /** That is tried, where a build starts the run */
  readonly commit?: string | undefined;
  /** Page of the build that starts the run */
  readonly ciUrl?: string | undefined;
  /** Provider keys by the provider's or upstream's id: used for this run and never stored */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
}

export interface CompareRequest {
  /** Id of the run that the others are held against */
  readonly base: string;
  readonly runs: readonly string[];
  /** Share of false positives among the differences called significant */
  readonly alpha?: number | undefined;
  /** Number of rows shown side by side, changed ones first */
  readonly rows?: number | undefined;
}

export interface Outcomes {
  readonly bothPassed: number;
  readonly improved: number;
  readonly worsened: number;
  readonly bothFailed: number;
}

export interface Figures {
  /** Run minus base */
  readonly difference: number;
  /** 95 % confidence interval */
  readonly low: number;
  readonly high: number;
  readonly pValue: number;
  /** Benjamini-Hochberg, over all comparisons of this answer */
  readonly pValueAdjusted: number;
  readonly significant: boolean;
  /** Probability that the run is better than the base */
  readonly chanceToBeat: number;
  /** Expected loss by choosing the run, should it be worse */
  readonly riskToShip: number;
  /** Expected loss by keeping the base, should the run be better */
  readonly riskToKeep: number;
}

export interface CheckComparison {
  readonly runId: string;
  readonly check: string;
  /** Rows with a verdict of the same version in both */
  readonly matched: number;
  /** Rows left out, because the check has changed between the runs */
  readonly otherVersion: number;
  readonly outcomes: Outcomes;
  readonly passRate?: Figures;
  readonly score?: Figures;
}

export interface Change {
  readonly runId: string;
  readonly check: string;
  readonly rowId: string;
  readonly repeat: number;
  /** Its beginning */
  readonly input: string;
  /** The call of the run */
  readonly datapointId: string;
  /** The call of the base */
  readonly baseDatapointId: string;
  readonly change: "worsened" | "improved";
}

export interface ComparedTryVerdict {
  readonly check: string;
  readonly state: "queued" | "running" | "passed" | "failed" | "skipped" | "broken";
}

export interface ComparedTry {
  readonly runId: string;
  readonly datapointId: string;
  /** Its beginning */
  readonly output?: string;
  readonly error?: string;
  readonly verdicts: readonly ComparedTryVerdict[];
}

export interface ComparedRow {
  readonly rowId: string;
  readonly repeat: number;
  /** Its beginning */
  readonly input: string;
  /** Its beginning */
  readonly expected?: string;
  /** The base first; a run that has no such row is left out */
  readonly attempts: readonly ComparedTry[];
}

export interface Comparison {
  /** Of each run in turn, regressions first */
  readonly checks: readonly CheckComparison[];
  /** Regressions first */
  readonly changed: readonly Change[];
  /** As many as requested: worse, better, the others */
  readonly rows: readonly ComparedRow[];
  /** Rows that the base and another run have */
  readonly rowCount: number;
}

export interface VerdictEvidence {
  readonly target: "input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata";
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Verdict {
  readonly check: string;
  readonly version: number;
  readonly state: "queued" | "running" | "passed" | "failed" | "skipped" | "broken";
  readonly value?: boolean | number;
  /** The category, where a check sorts */
  readonly label?: string;
  /** Why it was skipped, could not be run, or is still waiting */
  readonly reason?: string;
  readonly explanation?: string;
  readonly evidence: readonly VerdictEvidence[];
  readonly monitorIds: readonly string[];
  /** The judge model */
  readonly model?: string;
  /** This verdict's share of the judge's call */
  readonly costUsd?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly durationMs: number;
  readonly at: string;
}

export interface ConversationMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly toolCalls?: readonly Json[];
}

export interface TestRunRowTurn {
  readonly turn: number;
  readonly datapointId: string;
  readonly durationMs: number;
  /** Trace that the target continues */
  readonly targetTraceId?: string;
  readonly verdicts: readonly Verdict[];
}

export interface TestRunRow {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  readonly expected: Json;
  readonly state: "waiting" | "leased" | "done";
  readonly prediction?: Json;
  readonly error?: string;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  /** Calls it took, where it was more than one */
  readonly attempts?: number;
  readonly durationMs?: number;
  readonly costUsd?: number;
  readonly datapointId: string;
  readonly verdicts: readonly Verdict[];
  /** The row that this one was generated from */
  readonly seedId?: string;
  /** Of a MULTI_TURN try that has begun */
  readonly conversation?: readonly ConversationMessage[];
  /** Answers of the target; the last is the try's own datapoint */
  readonly turns?: readonly TestRunRowTurn[];
  /** Why a conversation ended */
  readonly ended?: string;
}

export interface GetTestRunsIdRowsAnswer {
  readonly items: readonly TestRunRow[];
  /** Absent on the last page */
  readonly nextCursor?: string;
}

export interface LeaseRequest {
  readonly count?: number | undefined;
  /** A try without a result is given out again after that */
  readonly seconds?: number | undefined;
}

export interface LeasesItem {
  readonly rowId: string;
  readonly repeat: number;
  readonly input: Json;
  /** Expected */
  readonly result: Json;
  /** Of a conversation: to be sent back with the answer */
  readonly step?: number;
  /** Of a conversation: which answer of the target is wanted, from 1 */
  readonly turn?: number;
  /** Of a conversation: the messages so far */
  readonly messages?: readonly ConversationMessage[];
  /** Of a conversation: as the target named it */
  readonly sessionId?: string;
}

export interface Leases {
  readonly items: readonly LeasesItem[];
  /** Attempts without a result, including these; 0 means that the caller may stop */
  readonly open: number;
}

export interface LeaseRenewalItem {
  readonly rowId: string;
  readonly repeat?: number | undefined;
}

export interface LeaseRenewal {
  readonly items: readonly LeaseRenewalItem[];
  /** A try without a result is given out again after that */
  readonly seconds?: number | undefined;
}

export interface PostTestRunsIdLeasesRenewAnswer {
  /** Those that had no result yet */
  readonly renewed: number;
}

export interface BroughtVerdictPassed {
  readonly check: string;
  readonly state: "passed" | "failed";
  readonly value: boolean | number;
  readonly explanation?: string | undefined;
  /** Passages of the call, word by word */
  readonly evidence?: readonly string[] | undefined;
}

export interface BroughtVerdictSkipped {
  readonly check: string;
  readonly state: "skipped" | "broken";
  readonly reason: string;
}

export type BroughtVerdict = BroughtVerdictPassed | BroughtVerdictSkipped;

export interface TryResultUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

export interface TryResult {
  readonly rowId: string;
  readonly repeat?: number | undefined;
  /** Of a conversation: as it was leased */
  readonly step?: number | undefined;
  /** Of a conversation: what the target calls it */
  readonly sessionId?: string | undefined;
  /** Text, label, list of ids, or `{tool_calls: [{name, parameters}]}` */
  readonly modelPrediction?: unknown;
  /** The actual input of the model; default: the row's input */
  readonly modelInput?: unknown;
  readonly modelOutputMetadata?: unknown;
  /** Why there is no prediction */
  readonly error?: string | undefined;
  /** Of the run's local checks */
  readonly verdicts?: readonly BroughtVerdict[] | undefined;
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly usage?: TryResultUsage | undefined;
  readonly provider?: string | undefined;
  /** The provider's name of the model that answered */
  readonly model?: string | undefined;
}

export interface TryResults {
  readonly items: readonly TryResult[];
}

export interface PostTestRunsIdResultsAnswer {
  readonly stored: number;
  readonly repeated: number;
}

export interface ResumeRequest {
  /** Provider keys by the provider's or upstream's id: used for this run and never stored */
  readonly apiKeys?: Readonly<Record<string, string>> | undefined;
}

export interface Reevaluation {
  readonly name?: string | undefined;
  /** Names of checks, `{check, options}`, or `{check, local: {version}}` for one of the caller's own */
  readonly checks: readonly (string | RunCheck)[];
  readonly type?: "NL_GENERATION" | "MULTI_CLASS_CLASSIFICATION" | "INFORMATION_RETRIEVAL" | "MULTI_TURN" | "AGENT_EVAL" | "INVARIANT" | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly calculateMetrics?: boolean | undefined;
  /** For INFORMATION_RETRIEVAL */
  readonly atK?: readonly number[] | undefined;
}

export interface CheckOutput {
  readonly type: "boolean" | "score";
  readonly rule: string;
}

/** It is not run, and why */
export interface CheckCustomOff {
  readonly reason: string;
  readonly at: string;
}

/** Of a check that this project wrote itself */
export interface CheckCustom {
  /** Counts saved definitions from 1; `version` names the definition itself */
  readonly number: number;
  readonly tags: readonly string[];
  /** It is not run, and why */
  readonly off?: CheckCustomOff;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Check {
  readonly name: string;
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly costClass: "cheap" | "medium" | "expensive" | "judge";
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly output: CheckOutput;
  readonly targets: readonly ("input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata")[];
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
  readonly mode: "online" | "online sampled" | "test run" | "on prompt or tool change";
  readonly severity: "critical" | "major" | "minor";
  readonly finds: "behavior" | "error";
  readonly tier: number;
  readonly source: string;
  /** Judge checks of one pack may share a call */
  readonly pack?: string;
  /** What it needs before it can run at all */
  readonly unavailable?: string;
  /** JSON Schema of the options */
  readonly optionsSchema: Readonly<Record<string, Json>>;
  /** Of a check that this project wrote itself */
  readonly custom?: CheckCustom;
}

export interface GetChecksAnswer {
  readonly items: readonly Check[];
}

export interface NewCheckBodyCode {
  readonly kind: "code";
  /** A module whose default export is a function of a datapoint */
  readonly source: string;
}

export interface NewCheckBodyJudge {
  readonly kind: "judge";
  readonly prompt: string;
}

export interface NewCheckOutputBoolean {
  readonly type: "boolean";
  readonly passWhen: boolean;
}

export interface NewCheckOutputScore {
  readonly type: "score";
  readonly min: number;
  readonly max: number;
  /** Passes from here on, included */
  readonly passFrom?: number | undefined;
  /** Passes up to here, included */
  readonly passTo?: number | undefined;
}

export interface NewCheckOutputCategory {
  readonly type: "category";
  readonly categories: readonly string[];
  readonly passing: readonly string[];
}

export interface NewCheck {
  readonly name: string;
  readonly body: NewCheckBodyCode | NewCheckBodyJudge;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
  readonly tags?: readonly string[] | undefined;
}

export interface CheckDetailDefinitionBodyCode {
  readonly kind: "code";
  /** A module whose default export is a function of a datapoint */
  readonly source: string;
}

export interface CheckDetailDefinitionBodyJudge {
  readonly kind: "judge";
  readonly prompt: string;
}

export interface CheckDetailDefinitionOutputBoolean {
  readonly type: "boolean";
  readonly passWhen: boolean;
}

export interface CheckDetailDefinitionOutputScore {
  readonly type: "score";
  readonly min: number;
  readonly max: number;
  /** Passes from here on, included */
  readonly passFrom?: number;
  /** Passes up to here, included */
  readonly passTo?: number;
}

export interface CheckDetailDefinitionOutputCategory {
  readonly type: "category";
  readonly categories: readonly string[];
  readonly passing: readonly string[];
}

/** Of a check that this project wrote itself */
export interface CheckDetailDefinition {
  readonly body: CheckDetailDefinitionBodyCode | CheckDetailDefinitionBodyJudge;
  /** How the value becomes passed or failed */
  readonly output: CheckDetailDefinitionOutputBoolean | CheckDetailDefinitionOutputScore | CheckDetailDefinitionOutputCategory;
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
}

export interface CheckDetailUsedBy {
  readonly id: string;
  readonly name: string;
}

export interface AccuracyCounts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
}

/** A share with its 95 % Wilson interval and the number of rows it is of */
export interface AccuracyPrecision {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

/** The same of a simple detector */
export interface AccuracyBaseline {
  readonly name: string;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly precision?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly recall?: AccuracyPrecision;
}

export interface Accuracy {
  /** Checks measured together: a row is found where any of them finds it */
  readonly checks: readonly string[];
  readonly set: string;
  /** Tuned on dev; test was only measured */
  readonly split: "dev" | "test" | "all";
  readonly group: string;
  readonly counts: AccuracyCounts;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly precision?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly recall?: AccuracyPrecision;
  /** A share with its 95 % Wilson interval and the number of rows it is of */
  readonly falsePositives?: AccuracyPrecision;
  /** The same of a simple detector */
  readonly baseline?: AccuracyBaseline;
  /** What a release must reach */
  readonly target?: string;
}

export interface CheckExampleTurn {
  readonly role: string;
  readonly text: string;
}

export interface CheckExample {
  readonly state: "passed" | "failed";
  /** The answer comes last */
  readonly turns: readonly CheckExampleTurn[];
  readonly context?: readonly string[];
  readonly options?: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  /** Other facts that the check reads, such as the usage */
  readonly facts?: Readonly<Record<string, Json>>;
  readonly value?: boolean | number;
  /** The words that decide */
  readonly quote?: string;
}

/** With people, by their labels on verdicts of this version */
export interface CheckDetailAgreement {
  /** Datapoints for which somebody labeled the correct verdict */
  readonly labels: number;
  readonly agreed: number;
}

export interface CheckDetail {
  readonly name: string;
  readonly version: number;
  readonly kind: "code" | "judge";
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly costClass: "cheap" | "medium" | "expensive" | "judge";
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly output: CheckOutput;
  readonly targets: readonly ("input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata")[];
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
  readonly mode: "online" | "online sampled" | "test run" | "on prompt or tool change";
  readonly severity: "critical" | "major" | "minor";
  readonly finds: "behavior" | "error";
  readonly tier: number;
  readonly source: string;
  /** Judge checks of one pack may share a call */
  readonly pack?: string;
  /** What it needs before it can run at all */
  readonly unavailable?: string;
  /** JSON Schema of the options */
  readonly optionsSchema: Readonly<Record<string, Json>>;
  /** Of a check that this project wrote itself */
  readonly custom?: CheckCustom;
  /** Of a check that this project wrote itself */
  readonly definition?: CheckDetailDefinition;
  /** Monitors that use it */
  readonly usedBy: readonly CheckDetailUsedBy[];
  /** Measured on labeled sets; empty if not measured */
  readonly accuracy: readonly Accuracy[];
  /** A case that passes and one that fails; of checks of the library */
  readonly examples: readonly CheckExample[];
  /** With people, by their labels on verdicts of this version */
  readonly agreement: CheckDetailAgreement;
}

export interface CheckDefinitionInput {
  readonly body: NewCheckBodyCode | NewCheckBodyJudge;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
}

export interface CheckGenerateRequest {
  readonly kind: "code" | "judge";
  /** What the check should find, in plain words */
  readonly instruction: string;
  /** A definition to refine */
  readonly prior?: CheckDefinitionInput | undefined;
}

export interface CheckDefinition {
  readonly body: CheckDetailDefinitionBodyCode | CheckDetailDefinitionBodyJudge;
  /** How the value becomes passed or failed */
  readonly output: CheckDetailDefinitionOutputBoolean | CheckDetailDefinitionOutputScore | CheckDetailDefinitionOutputCategory;
  readonly judges: "answer" | "calls" | "texts" | "request" | "operation";
  readonly needs: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[];
}

export interface GeneratedCheckProblem {
  readonly message: string;
  readonly field: string;
  readonly line?: number;
  readonly column?: number;
}

export interface GeneratedCheck {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly definition: CheckDefinition;
  readonly problems: readonly GeneratedCheckProblem[];
  readonly model: string;
  readonly costUsd?: number;
}

export interface CheckChange {
  readonly body?: NewCheckBodyCode | NewCheckBodyJudge | undefined;
  /** How the value becomes passed or failed */
  readonly output?: NewCheckOutputBoolean | NewCheckOutputScore | NewCheckOutputCategory | undefined;
  readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined;
  readonly needs?: readonly ("expected" | "reference" | "context" | "retrieved" | "tools" | "system_prompt" | "source" | "trace" | "usage" | "times" | "history" | "run" | "config")[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly category?: string | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
  readonly tags?: readonly string[] | undefined;
  /** true switches a check on again that was switched off; false switches it off */
  readonly enabled?: boolean | undefined;
  /** Where given, must be the present one */
  readonly number?: number | undefined;
}

export interface PartInputText {
  readonly type: "text";
  readonly text: string;
}

export interface PartInputReasoning {
  readonly type: "reasoning";
  readonly text: string;
}

export interface PartInputRefusal {
  readonly type: "refusal";
  readonly text: string;
}

export interface PartInputToolCall {
  readonly type: "tool_call";
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: unknown;
}

export interface PartInputToolResult {
  readonly type: "tool_result";
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly result: unknown;
}

export interface PartInputImage {
  readonly type: "image" | "audio" | "file";
  readonly mediaType?: string | undefined;
  readonly url?: string | undefined;
  readonly sha256?: string | undefined;
  readonly bytes?: number | undefined;
}

export interface PartInputOther {
  readonly type: "other";
  readonly value: unknown;
}

export type PartInput = PartInputText | PartInputReasoning | PartInputRefusal | PartInputToolCall | PartInputToolResult | PartInputImage | PartInputOther;

export interface MessageInput {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly name?: string | undefined;
  readonly parts: readonly PartInput[];
}

export interface NewDatapointTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
}

export interface NewDatapointParams {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly stop?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly responseFormat?: unknown;
  readonly choiceCount?: number | undefined;
  readonly reasoningLevel?: string | undefined;
  readonly parallelToolCalls?: boolean | undefined;
}

export interface NewDatapointUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
}

export interface NewDatapointError {
  readonly providerType?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly message?: string | undefined;
}

export interface NewDatapoint {
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
  readonly parentSpanId?: string | undefined;
  readonly operation?: "chat" | "completion" | "embedding" | undefined;
  /** Default: when it was received */
  readonly startedAt?: string | undefined;
  readonly durationMs?: number | undefined;
  readonly timeToFirstTokenMs?: number | undefined;
  readonly provider?: string | undefined;
  readonly requestModel?: string | undefined;
  readonly responseModel?: string | undefined;
  readonly responseId?: string | undefined;
  readonly input: string | readonly MessageInput[];
  readonly output?: string | readonly MessageInput[] | undefined;
  readonly tools?: readonly NewDatapointTool[] | undefined;
  readonly params?: NewDatapointParams | undefined;
  readonly finishReasons?: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[] | undefined;
  readonly usage?: NewDatapointUsage | undefined;
  readonly error?: NewDatapointError | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly service?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface EvaluateRequest {
  readonly datapointId?: string | undefined;
  readonly datapoint?: NewDatapoint | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly expected?: unknown;
}

export interface MonitorCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly severity?: "critical" | "major" | "minor";
}

export interface MonitorNotificationQuietHours {
  readonly from: string;
  readonly to: string;
}

export interface MonitorNotification {
  /** Id of a channel; `email` is the built-in email channel, `none` sends nothing */
  readonly channel: string;
  readonly on: readonly ("behavior" | "error")[];
  /** Default: all of them */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[];
  readonly minSeverity?: "critical" | "major" | "minor";
  readonly maxSeverity?: "critical" | "major" | "minor";
  readonly cadence: "immediate" | "hourly" | "daily";
  /** When a daily digest is sent. Default: 09:00 */
  readonly dailyAt?: string;
  readonly quietHours?: MonitorNotificationQuietHours;
  /** Default: UTC */
  readonly timeZone?: string;
}

export interface MonitorThresholdCount {
  readonly kind: "count";
  readonly findings: number;
  readonly withinMinutes: number;
}

export interface MonitorThresholdRate {
  readonly kind: "rate";
  readonly share: number;
  readonly withinMinutes: number;
  readonly minDatapoints: number;
}

/** How far it goes in one day (UTC); over it, checks are skipped with the reason */
export interface MonitorDailyLimits {
  readonly datapoints?: number;
  readonly judgeUsd?: number;
}

export interface Monitor {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly enabled: boolean;
  /** A query; an empty one matches every datapoint */
  readonly condition: string;
  /** Share of matching datapoints that is checked */
  readonly sampleRate: number;
  readonly checks: readonly MonitorCheck[];
  readonly notifications: readonly MonitorNotification[];
  /** Maximum number of sampled datapoints checked per minute; the checks of the others are skipped */
  readonly maxPerMinute?: number;
  /** When findings open an issue or bring a resolved one back. Without it, every finding does */
  readonly threshold?: MonitorThresholdCount | MonitorThresholdRate;
  /** After a message about this monitor, what follows within so long waits and comes together */
  readonly cooldownMinutes?: number;
  /** How far it goes in one day (UTC); over it, checks are skipped with the reason */
  readonly dailyLimits?: MonitorDailyLimits;
  /** Minutes without a match after which the monitor sends a notification. Default: one day */
  readonly noDataAfterMinutes?: number;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface GetMonitorsAnswer {
  readonly items: readonly Monitor[];
}

export interface NewMonitorCheck {
  readonly check: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly severity?: "critical" | "major" | "minor" | undefined;
}

export interface NewMonitorNotificationQuietHours {
  readonly from: string;
  readonly to: string;
}

export interface NewMonitorNotification {
  /** Id of a channel; `email` is the built-in email channel, `none` sends nothing */
  readonly channel: string;
  readonly on: readonly ("behavior" | "error")[];
  /** Default: all of them */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[] | undefined;
  readonly minSeverity?: "critical" | "major" | "minor" | undefined;
  readonly maxSeverity?: "critical" | "major" | "minor" | undefined;
  readonly cadence: "immediate" | "hourly" | "daily";
  /** When a daily digest is sent. Default: 09:00 */
  readonly dailyAt?: string | undefined;
  readonly quietHours?: NewMonitorNotificationQuietHours | undefined;
  /** Default: UTC */
  readonly timeZone?: string | undefined;
}

export interface NewMonitorThresholdCount {
  readonly kind: "count";
  readonly findings: number;
  readonly withinMinutes: number;
}

export interface NewMonitorThresholdRate {
  readonly kind: "rate";
  readonly share: number;
  readonly withinMinutes: number;
  readonly minDatapoints?: number | undefined;
}

/** How far it goes in one day (UTC); over it, checks are skipped with the reason */
export interface NewMonitorDailyLimits {
  readonly datapoints?: number | undefined;
  readonly judgeUsd?: number | undefined;
}

export interface NewMonitor {
  readonly name: string;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A query; an empty one matches every datapoint */
  readonly condition: string;
  /** Share of matching datapoints that is checked */
  readonly sampleRate?: number | undefined;
  readonly checks: readonly NewMonitorCheck[];
  readonly notifications?: readonly NewMonitorNotification[] | undefined;
  /** Maximum number of sampled datapoints checked per minute; the checks of the others are skipped */
  readonly maxPerMinute?: number | undefined;
  /** When findings open an issue or bring a resolved one back. Without it, every finding does */
  readonly threshold?: NewMonitorThresholdCount | NewMonitorThresholdRate | undefined;
  /** After a message about this monitor, what follows within so long waits and comes together */
  readonly cooldownMinutes?: number | undefined;
  /** How far it goes in one day (UTC); over it, checks are skipped with the reason */
  readonly dailyLimits?: NewMonitorDailyLimits | undefined;
  /** Minutes without a match after which the monitor sends a notification. Default: one day */
  readonly noDataAfterMinutes?: number | undefined;
}

export interface MonitorChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** A query; an empty one matches every datapoint */
  readonly condition?: string | undefined;
  /** Share of matching datapoints that is checked */
  readonly sampleRate?: number | undefined;
  readonly checks?: readonly NewMonitorCheck[] | undefined;
  readonly notifications?: readonly NewMonitorNotification[] | undefined;
  readonly maxPerMinute?: number | null | undefined;
  readonly threshold?: NewMonitorThresholdCount | NewMonitorThresholdRate | null | undefined;
  readonly cooldownMinutes?: number | null | undefined;
  readonly dailyLimits?: NewMonitorDailyLimits | null | undefined;
  readonly noDataAfterMinutes?: number | null | undefined;
  readonly revision?: number | undefined;
}

export interface DatapointRowUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly reasoningTokens?: number;
}

export interface DatapointRow {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly source: "otlp" | "proxy" | "api" | "run";
  readonly operation: "chat" | "completion" | "embedding";
  readonly startedAt: string;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly finishReasons: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[];
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  /** Sort time of lists: the start, or the arrival if the start is after it or over an hour before it */
  readonly partitionTime: string;
  readonly inputPreview: string;
  readonly outputPreview: string;
  readonly usage: DatapointRowUsage;
  readonly costUsd?: number;
  readonly errorType?: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  readonly errorMessage?: string;
  /** One entry for each of its dialog */
  readonly media?: readonly ("image" | "audio" | "file")[];
  readonly verdicts: Readonly<Record<string, number>>;
}

export interface GetDatapointsAnswer {
  readonly items: readonly DatapointRow[];
  /** Absent on the last page only. A page is answered in about two seconds: it may be short, or empty */
  readonly nextCursor?: string;
  /** Older data was not searched because of the time limit; nextCursor continues there. Absent: the page is full, or the last */
  readonly searchedTo?: string;
}

export interface RecordedDatapoint {
  readonly id: string;
  readonly traceId: string;
  readonly spanId: string;
}

export interface PostDatapointsAnswer {
  readonly items: readonly RecordedDatapoint[];
}

export interface PartText {
  readonly type: "text";
  readonly text: string;
}

export interface PartReasoning {
  readonly type: "reasoning";
  readonly text: string;
}

export interface PartRefusal {
  readonly type: "refusal";
  readonly text: string;
}

export interface PartToolCall {
  readonly type: "tool_call";
  readonly id?: string;
  readonly name: string;
  readonly arguments: Json;
}

export interface PartToolResult {
  readonly type: "tool_result";
  readonly id?: string;
  readonly name?: string;
  readonly result: Json;
}

export interface PartImage {
  readonly type: "image" | "audio" | "file";
  readonly mediaType?: string;
  readonly url?: string;
  readonly sha256?: string;
  readonly bytes?: number;
}

export interface PartOther {
  readonly type: "other";
  readonly value: Json;
}

export type Part = PartText | PartReasoning | PartRefusal | PartToolCall | PartToolResult | PartImage | PartOther;

export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly name?: string;
  readonly parts: readonly Part[];
}

export interface DatapointDetailTool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: Json;
}

export interface DatapointDetailParams {
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly responseFormat?: Json;
  readonly choiceCount?: number;
  readonly reasoningLevel?: string;
  readonly parallelToolCalls?: boolean;
}

export interface DatapointDetailCost {
  readonly usd: number;
  readonly complete: boolean;
}

export interface DatapointDetailError {
  readonly type: "exception" | "misconfiguration" | "invalid_response" | "refusal" | "setting_out_of_bounds" | "context_too_large" | "rate_limited" | "quota_exceeded" | "content_filtered" | "timeout" | "provider_unavailable" | "stream_interrupted" | "tool_failed" | "cancelled";
  readonly providerType?: string;
  readonly code?: string;
  readonly status?: number;
  readonly message?: string;
  /** Context limit of the model in tokens, if the message of a context_too_large error states it */
  readonly contextLimit?: number;
  /** Tokens that were sent */
  readonly contextUsed?: number;
}

export interface DatapointDetailMonitor {
  readonly id: string;
  readonly name: string;
  /** Whether it requested checks of this datapoint when the datapoint arrived */
  readonly matched: boolean;
  /** Why it matched, or did not */
  readonly reason: string;
}

export interface DatapointDetailCut {
  readonly pointer: string;
  readonly kind: "text" | "list" | "object";
  readonly length: number;
}

export interface DatapointDetail {
  readonly id: string;
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly spanIds: readonly string[];
  readonly source: "otlp" | "proxy" | "api" | "run";
  readonly convention: string;
  readonly operation: "chat" | "completion" | "embedding";
  readonly startedAt: string;
  readonly endedAt: string;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly streaming?: boolean;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  readonly finishReasons: readonly ("stop" | "length" | "tool_calls" | "content_filter" | "error" | "other")[];
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  readonly flags: readonly ("truncated" | "content_missing" | "content_dropped" | "content_redacted" | "usage_estimated" | "partial" | "clock_skew")[];
  readonly input: readonly Message[];
  readonly output: readonly Message[];
  readonly tools?: readonly DatapointDetailTool[];
  readonly toolChoice?: Json;
  readonly params: DatapointDetailParams;
  readonly usage: DatapointRowUsage;
  readonly cost?: DatapointDetailCost;
  readonly error?: DatapointDetailError;
  readonly metadata: Readonly<Record<string, Json>>;
  readonly attributes: Readonly<Record<string, Json>>;
  readonly verdicts: readonly Verdict[];
  readonly monitors: readonly DatapointDetailMonitor[];
  /** For requests that limit long values: which values are cut, and their full lengths (see …/payload) */
  readonly cuts?: readonly DatapointDetailCut[];
}

export interface Operations {
  "GET /me": { readonly answer: Me; };
  "GET /projects": { readonly answer: GetProjectsAnswer; };
  "GET /scenario-generators": { readonly answer: GetScenarioGeneratorsAnswer; };
  "GET /scenario-sets": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetScenarioSetsAnswer; };
  "POST /scenario-sets": { readonly body: NewScenarioSet; readonly answer: ScenarioSet; };
  "POST /scenario-sets/upload": { readonly body: ScenarioUpload; readonly answer: ScenarioSet; };
  "POST /scenario-sets/generate": { readonly body: GenerateRequest; readonly answer: GeneratedSet; };
  "POST /scenario-sets/from-datapoints": { readonly body: FromDatapoints; readonly answer: CollectedScenarioSet; };
  "POST /scenario-sets/from-test-run": { readonly body: FromTestRun; readonly answer: FailingScenarioSet; };
  "GET /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly answer: ScenarioSet; };
  "PATCH /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly body: ScenarioSetChange; readonly answer: ScenarioSet; };
  "DELETE /scenario-sets/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "POST /scenario-sets/{id}/versions": { readonly path: { readonly id: string }; readonly body: PostScenarioSetsIdVersionsBody; readonly answer: ScenarioSet; };
  "GET /scenario-sets/{id}/rows": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined; readonly limit?: number | undefined; readonly cursor?: number | undefined }; readonly answer: GetScenarioSetsIdRowsAnswer; };
  "GET /scenario-sets/{id}/download": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined; readonly format?: "jsonl" | "csv" | undefined }; readonly answer: string; };
  "GET /models": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined }; readonly answer: GetModelsAnswer; };
  "POST /models": { readonly body: NewModel; readonly answer: Model; };
  "GET /models/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly version?: number | undefined }; readonly answer: Model; };
  "GET /test-runs": { readonly query?: { readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly scenarioId?: string | undefined; readonly modelId?: string | undefined }; readonly answer: GetTestRunsAnswer; };
  "POST /test-runs": { readonly body: NewTestRun; readonly answer: TestRun; };
  "POST /test-runs/compare": { readonly body: CompareRequest; readonly answer: Comparison; };
  "GET /test-runs/{id}": { readonly path: { readonly id: string }; readonly answer: TestRun; };
  "GET /test-runs/{id}/rows": { readonly path: { readonly id: string }; readonly query?: { readonly limit?: number | undefined; readonly cursor?: number | undefined }; readonly answer: GetTestRunsIdRowsAnswer; };
  "POST /test-runs/{id}/leases": { readonly path: { readonly id: string }; readonly body: LeaseRequest; readonly answer: Leases; };
  "POST /test-runs/{id}/leases/renew": { readonly path: { readonly id: string }; readonly body: LeaseRenewal; readonly answer: PostTestRunsIdLeasesRenewAnswer; };
  "POST /test-runs/{id}/results": { readonly path: { readonly id: string }; readonly body: TryResults; readonly answer: PostTestRunsIdResultsAnswer; };
  "POST /test-runs/{id}/cancel": { readonly path: { readonly id: string }; readonly answer: TestRun; };
  "POST /test-runs/{id}/resume": { readonly path: { readonly id: string }; readonly body: ResumeRequest; readonly answer: TestRun; };
  "POST /test-runs/{id}/reevaluate": { readonly path: { readonly id: string }; readonly body: Reevaluation; readonly answer: TestRun; };
  "GET /checks": { readonly query?: { readonly kind?: "code" | "judge" | undefined; readonly category?: string | undefined; readonly judges?: "answer" | "calls" | "texts" | "request" | "operation" | undefined; readonly target?: "input" | "output" | "tool_calls" | "conversation" | "tools" | "metadata" | undefined; readonly custom?: "true" | "false" | undefined; readonly tag?: string | undefined }; readonly answer: GetChecksAnswer; };
  "POST /checks": { readonly body: NewCheck; readonly answer: CheckDetail; };
  "POST /checks/generate": { readonly body: CheckGenerateRequest; readonly answer: GeneratedCheck; };
  "GET /checks/{name}": { readonly path: { readonly name: string }; readonly answer: CheckDetail; };
  "PATCH /checks/{name}": { readonly path: { readonly name: string }; readonly body: CheckChange; readonly answer: CheckDetail; };
  "DELETE /checks/{name}": { readonly path: { readonly name: string }; readonly answer: undefined; };
  "POST /checks/{name}/evaluate": { readonly path: { readonly name: string }; readonly body: EvaluateRequest; readonly answer: Verdict; };
  "GET /monitors": { readonly answer: GetMonitorsAnswer; };
  "POST /monitors": { readonly body: NewMonitor; readonly answer: Monitor; };
  "PATCH /monitors/{id}": { readonly path: { readonly id: string }; readonly body: MonitorChange; readonly answer: Monitor; };
  "DELETE /monitors/{id}": { readonly path: { readonly id: string }; readonly answer: undefined; };
  "GET /datapoints": { readonly query?: { readonly q?: string | undefined; readonly from?: string | number | undefined; readonly to?: string | number | undefined; readonly limit?: number | undefined; readonly cursor?: string | undefined; readonly order?: "newest" | "oldest" | "slowest" | "costliest" | "longest" | undefined }; readonly answer: GetDatapointsAnswer; };
  "POST /datapoints": { readonly body: NewDatapoint | readonly NewDatapoint[]; readonly answer: PostDatapointsAnswer; };
  "GET /datapoints/{id}": { readonly path: { readonly id: string }; readonly query?: { readonly cut?: number | undefined }; readonly answer: DatapointDetail; };
}
