import type { Accounts } from "../accounts/start.ts";
import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { RejectedRequests } from "../ingest/index.ts";
import type { Monitors } from "../monitors/start.ts";
import type { Notifications } from "../notifications/start.ts";
import type { Admission } from "../otlp/index.ts";
import type { PipelineStatus } from "../pipeline/index.ts";
import type { Losses } from "../platform/telemetry/losses.ts";
import type { ClientAddress, Route } from "../server/index.ts";
import { createIdempotencyStore } from "../server/service.ts";
import type { DeadLetterQueue, Handles, Journal, StoreCondition } from "../storage/index.ts";
import { authenticationRoutes } from "./routes/authentication.ts";
import { createApi } from "./routes/create-api.ts";
import { routes } from "./routes/index.ts";

interface WebDependencies {
  readonly handles: Pick<Handles, "db" | "telemetry" | "shutdownStack" | "baseUrl" | "now">;
  readonly journal: Journal;
  readonly deadLetters: DeadLetterQueue;
  readonly accounts: Accounts;
  readonly datapoints: Pick<Datapoints, "reader" | "senders" | "conventions">;
  readonly checks: Pick<Checks, "customChecks" | "jobReader" | "judges" | "judging" | "spend">;
  readonly monitors: Pick<Monitors, "changed">;
  readonly notifications: Pick<Notifications, "backlog" | "mutes" | "muteLinks">;
  readonly pipeline: PipelineStatus;
  readonly rejected: Pick<RejectedRequests, "of">;
  readonly losses: Pick<Losses, "of">;
  readonly admission: Admission;
  /** Condition of the databases at the last background probe. */
  readonly stores: () => readonly StoreCondition[];
  /** Longest time in the last minute in which the main thread could do nothing else, milliseconds. */
  readonly longestBlockMs: () => number;
  readonly settings: {
    /** Token with which a monitoring system reads the metrics. */
    readonly metricsToken?: string;
    /** `requestsPerMinute` 0: no limit. */
    readonly limits: { readonly bodyBytes: number; readonly requestsPerMinute: number };
  };
  readonly clientAddress: ClientAddress;
  /** Whether only this machine can reach the service. */
  readonly loopbackOnly: boolean;
  /** False from the termination signal on. */
  readonly isServing: () => boolean;
}

/** Assembles the API, the web app and the health pages. */
export function startWeb(dependencies: WebDependencies) {
  const { accounts, datapoints, checks, monitors, notifications, pipeline, journal, deadLetters } = dependencies;
  const { stores, losses, rejected, admission, handles } = dependencies;
  const { db, telemetry, shutdownStack, baseUrl, now } = handles;
  return {
    routes: routes({
      projects: accounts.projects,
      monitorsChanged: monitors.changed,
      admission,
      datapoints: datapoints.reader,
      senders: datapoints.senders,
      contentSwitches: datapoints.conventions,
      customChecks: checks.customChecks,
      jobReader: checks.jobReader,
      judges: checks.judges,
      judging: checks.judging,
      spend: checks.spend,
      deliveryBacklog: notifications.backlog,
      pipeline,
      journal,
      deadLetters,
      stores,
      longestBlockMs: dependencies.longestBlockMs,
      losses,
      rejected,
      baseUrl,
      now,
    }),
    /** Creates the handler of all requests to the API with these routes. */
    async serve(allRoutes: readonly Route[]) {
      const { settings, clientAddress, loopbackOnly, isServing } = dependencies;
      const { authenticationService, audited } = accounts;
      const { requestsPerMinute, bodyBytes } = settings.limits;
      const api = await createApi({
        routes: allRoutes,
        openRoutes: authenticationRoutes({ authenticationService }),
        identify: authenticationService.who,
        audited,
        idempotency: createIdempotencyStore(db),
        clientAddress,
        ...(settings.metricsToken === undefined ? {} : { metricsToken: settings.metricsToken }),
        loopbackOnly,
        ...(requestsPerMinute === 0 ? {} : { requestsPerMinute }),
        bodyBytes,
        mutes: notifications.mutes,
        muteLinks: notifications.muteLinks,
        recipients: accounts.recipients,
        journal,
        stores,
        isServing,
        telemetry,
        baseUrl,
        now,
      });
      shutdownStack.add(() => api.close());
      return api.handle;
    },
  };
}
