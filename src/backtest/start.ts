import type { Accounts } from "../accounts/start.ts";
import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { Notifications } from "../notifications/start.ts";
import type { Handles } from "../storage/index.ts";
import { previewRoutes } from "./routes/preview.ts";

interface BacktestDependencies {
  readonly accounts: Pick<Accounts, "users">;
  readonly datapoints: Pick<Datapoints, "reader">;
  readonly checks: Checks;
  readonly notifications: Pick<Notifications, "channels">;
  readonly handles: Pick<Handles, "now">;
}

/** Previews monitors over stored datapoints. */
export const startBacktest = ({ handles, accounts, datapoints, checks, notifications }: BacktestDependencies) => ({
  routes: previewRoutes({
    datapoints: datapoints.reader,
    evaluateApart: checks.evaluateApart,
    checks: checks.codeChecks,
    asynchronousChecks: checks.asynchronousChecks,
    evaluate: checks.evaluate,
    judging: checks.judging,
    channels: notifications.channels,
    users: accounts.users,
    now: handles.now,
  }),
});
