import type {
  Comparison,
  Dashboard,
  DatapointDetail,
  Health,
  Model,
  Privacy,
  Verdict,
} from "../../../../../packages/api-client/src/api.ts";
import type { OperationName, RequestOf } from "../../../../../packages/api-client/src/operation.ts";

export type * from "../../../../../packages/api-client/src/api.ts";
export type {
  CollectedScenarioSet as CollectedSet,
  DatapointDetail as Datapoint,
  DryRun as CheckTrial,
  Label as VerdictLabel,
  Payload as PayloadPage,
  ScenarioGenerator as Generator,
  Session as CallSession,
  Trial as ModelTrial,
} from "../../../../../packages/api-client/src/api.ts";

export type { Json } from "../../../../../packages/api-client/src/json.ts";
export type QueryOf<Name extends OperationName> =
  RequestOf<Name> extends { readonly query?: infer Query } ? NonNullable<Query> : never;
export type UsageGroup = QueryOf<"GET /usage">["by"];
export type Message = DatapointDetail["input"][number];
export type Part = Message["parts"][number];
export type DashboardChart = Dashboard["charts"][number];
export type PrivacyRules = Privacy["rules"];
export type Evidence = Verdict["evidence"][number];
export type RejectedRequest = NonNullable<Health["lastRejected"]>[number];

export type CheckComparison = Comparison["checks"][number];
export type Definition = Model["definition"];
export type GenerationModel = Extract<Definition, { type: "generation" }>;
export type HttpModel = Extract<Definition, { type: "http" }>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}
