import type { AuditLog, MailedLinkStore, UserStore } from "../../accounts/ports/accounts.ts";
import type { IdempotencyStore, IssueStore, MonitorStore, ProjectStore, TokenStore } from "../../app/ports/records.ts";
import type { CodeCheck } from "../../checks/check.ts";
import type { CheckExample } from "../../checks/check-example.ts";
import type { CheckCostReader } from "../../checks/ports/check-costs.ts";
import type {
  CheckRunStore,
  CustomCheckStore,
  SampleReader,
  VerdictLabelStore,
} from "../../checks/ports/custom-checks.ts";
import type { JobReader } from "../../checks/ports/jobs.ts";
import type { JudgeStore, Judging, SpendStore } from "../../checks/ports/judges.ts";
import type { Check } from "../../checks/stages/check.ts";
import type { Evaluate } from "../../checks/stages/evaluate.ts";
import type { GenerateCheck } from "../../checks/stages/generate-check.ts";
import type { KnownChecks } from "../../checks/stages/known-checks.ts";
import type { TryDefinition } from "../../checks/stages/try-custom.ts";
import type { ValidateDefinition } from "../../checks/stages/validate-definition.ts";
import type { AccuracyFigure } from "../../checks/verdicts/accuracy.ts";
import type { DashboardStore } from "../../dashboards/ports/dashboards.ts";
import type { OverviewReader } from "../../dashboards/ports/overview.ts";
import type { SavedViewStore } from "../../dashboards/ports/saved-views.ts";
import type { Recognize } from "../../datapoints/assembly/recognition.ts";
import type { SessionReader } from "../../datapoints/ports/call-sessions.ts";
import type {
  DatapointReader,
  FindingReader,
  MediaReader,
  TraceReader,
} from "../../datapoints/ports/datapoint-reader.ts";
import type { PayloadReader } from "../../datapoints/ports/payloads.ts";
import type { SenderReader } from "../../datapoints/ports/sender-reader.ts";
import type { TraceOutlineReader } from "../../datapoints/ports/trace-outlines.ts";
import type { ContentSwitch } from "../../datapoints/sources/content-advice.ts";
import type { RejectedRequests } from "../../ingest/rejected-requests.ts";
import type { IssueFigures } from "../../issues/ports/issue-figures.ts";
import type { MonitorTemplate } from "../../monitors/default-monitors.ts";
import type { MonitorFigures } from "../../monitors/ports/monitor-figures.ts";
import type { Channel } from "../../notifications/channel.ts";
import type { MuteLinks } from "../../notifications/mute-links.ts";
import type {
  ChannelStore,
  DeliveryBacklog,
  DeliveryHistory,
  DeliveryRecord,
  MuteStore,
} from "../../notifications/ports/notifications.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import type { DeadLetterActions, PipelineStatus } from "../../pipeline/ports/pipeline-status.ts";
import type { AddressGuard } from "../../platform/http/address.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Losses } from "../../platform/telemetry/losses.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { DeletionStore } from "../../privacy/ports/deletions.ts";
import type { PrivacyStore, ProjectPrivacy } from "../../privacy/ports/privacy.ts";
import type { TextScrubber } from "../../privacy/ports/text-scrubber.ts";
import type { ProxyChoiceStore, UpstreamStore } from "../../providers/ports/proxy-settings.ts";
import type { StoreCondition } from "../../storage/clickhouse/store-condition.ts";
import type { DeadLetterQueue, Journal } from "../../storage/ports/journal.ts";
import type {
  ModelStore,
  RunCarriage,
  RunRowStore,
  ScenarioStore,
  SecretStore,
  TestRunStore,
} from "../../testing/ports/offline.ts";
import type { CheckRows } from "../../testing/runs/check-rows.ts";
import type { GenerateByModel } from "../../testing/runs/generate-by-model.ts";
import type { Settling } from "../../testing/runs/settle.ts";
import type { ModelHosts } from "../../testing/served/places.ts";
import type { Prepare } from "../../testing/served/prepare.ts";
import type { RunCarrier } from "../../testing/served/run-carrier.ts";
import type { TryOnce } from "../../testing/served/try-once.ts";
import type { Door } from "../../web/door.ts";
import type { ClientAddress } from "../client-address.ts";

/** What the API is made of. */
export interface ApiNeeds {
  readonly projects: ProjectStore;
  readonly tokens: TokenStore;
  readonly monitors: MonitorStore;
  readonly issues: IssueStore;
  readonly idempotency: IdempotencyStore;
  readonly users: Pick<UserStore, "list" | "setRole" | "remove">;
  readonly mailedLinks: Pick<MailedLinkStore, "invitations" | "withdraw">;
  readonly audit: AuditLog;
  readonly channels: ChannelStore;
  readonly deliveries: DeliveryHistory;
  readonly mutes: MuteStore;
  readonly muteLinks: Pick<MuteLinks, "read">;
  /** Sends a test message and says how it went; absent where no notifications are sent. */
  readonly sendTest?: (channel: Channel, recipient: string | undefined) => Promise<DeliveryRecord | undefined>;
  readonly datapoints: DatapointReader;
  readonly senders: SenderReader;
  readonly overview: OverviewReader;
  readonly checkCosts: CheckCostReader;
  readonly payloads: PayloadReader;
  readonly callSessions: SessionReader;
  readonly savedViews: SavedViewStore;
  readonly dashboards: DashboardStore;
  readonly traces: Pick<TraceReader, "trace">;
  readonly traceOutlines: TraceOutlineReader;
  readonly findings: FindingReader;
  readonly issueFigures: IssueFigures;
  readonly monitorFigures: MonitorFigures;
  /** What waits to be told, in all projects of the account or one. */
  readonly deliveryBacklog: DeliveryBacklog;
  readonly admission: Admission;
  readonly journal: Pick<Journal, "size" | "refusal" | "backlog" | "damaged">;
  readonly deadLetters: Pick<DeadLetterQueue, "list" | "count" | "remove">;
  readonly deadLetterActions: DeadLetterActions;
  readonly pipeline: PipelineStatus;
  /** Whether the databases answer, as they were last probed in the background. */
  readonly stores: () => readonly StoreCondition[];
  readonly losses: Pick<Losses, "of">;
  readonly rejected: Pick<RejectedRequests, "of">;
  readonly contentSwitches: readonly ContentSwitch[];
  readonly media: MediaReader;
  readonly recognize: Recognize;
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** What was measured of a built-in check. */
  readonly accuracyOf: (check: string) => readonly AccuracyFigure[];
  /** Cases that show what a built-in check means. */
  readonly examplesOf: (check: string) => readonly CheckExample[];
  readonly check: Check;
  /** Judges of the library, and what projects wrote themselves. */
  readonly slowChecks: KnownChecks;
  readonly customChecks: CustomCheckStore;
  /** Told after every change of a project's checks; resolves when the line goes by the new ones. */
  readonly checksChanged: (project: ProjectId) => Promise<void>;
  readonly validateDefinition: ValidateDefinition;
  readonly tryDefinition: TryDefinition;
  readonly generateCheck: GenerateCheck;
  readonly evaluate: Evaluate;
  readonly verdictLabels: VerdictLabelStore;
  readonly checkRuns: CheckRunStore;
  /** Told after a run was asked for. */
  readonly runAsked: () => void;
  readonly samples: SampleReader;
  readonly judging: Judging;
  readonly judges: JudgeStore;
  readonly spend: Pick<SpendStore, "spent">;
  readonly jobReader: JobReader;
  readonly defaultMonitors: readonly MonitorTemplate[];
  /** Told after every change of a project's monitors, so that station 4 goes by the new ones. */
  readonly monitorsChanged: (project: ProjectId) => void;
  readonly deletions: Pick<DeletionStore, "add" | "list" | "get">;
  /** Told of a new request to delete. */
  readonly deletionsChanged: () => void;
  readonly privacy: PrivacyStore;
  /** What holds for projects that set nothing of their own. */
  readonly ownPrivacy: Required<ProjectPrivacy>;
  /** Told after a change, resolves when it is in force in this process. */
  readonly privacyChanged: () => Promise<void>;
  readonly scrub: TextScrubber;
  readonly upstreams: UpstreamStore;
  readonly proxyChoices: ProxyChoiceStore;
  /** Told after every change of a project's upstreams or choices, so that the proxy goes by the new ones. */
  readonly proxySettingsChanged: (project: ProjectId) => void;
  readonly scenarios: ScenarioStore;
  readonly models: ModelStore;
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly runCarriage: Pick<RunCarriage, "resume">;
  readonly modelSecrets: SecretStore;
  readonly modelHosts: ModelHosts;
  /** Who makes the service's own calls. */
  readonly carrier: Pick<RunCarrier, "process" | "remember" | "wake">;
  readonly prepareRun: Prepare;
  readonly tryModel: TryOnce;
  readonly settling: Settling;
  readonly generateByModel: GenerateByModel;
  readonly checkRows: CheckRows;
  /** Which addresses upstreams may have; names are judged by what they resolve to, when a call connects. */
  readonly addressGuard: AddressGuard;
  readonly door: Door;
  readonly clientAddress: ClientAddress;
  /** Requests a minute for each token, session or address; absent: as many as they like. */
  readonly requestsPerMinute?: number;
  /** The service listens on loopback only. */
  readonly loopbackOnly: boolean;
  /** False from the moment the process is asked to stop. */
  readonly isServing?: () => boolean;
  readonly telemetry: Telemetry;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Address for links, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly bodyBytes: number;
}
