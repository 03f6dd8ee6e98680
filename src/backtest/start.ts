import type { Accounts } from "../accounts/index.ts";
import type { Checks } from "../checks/index.ts";
import type { Datapoints } from "../datapoints/index.ts";
import type { Notifications } from "../notifications/index.ts";
import { previewRoutes } from "./routes/preview.ts";

interface BacktestDependencies {
  readonly accounts: Pick<Accounts, "users">;
  readonly datapoints: Pick<Datapoints, "reader">;
  readonly checks: Checks;
  readonly notifications: Pick<Notifications, "channels">;
  readonly now: () => number;
}

/** Previews monitors over stored datapoints. */
export const startBacktest = ({ accounts, datapoints, checks, notifications, now }: BacktestDependencies) => ({
  routes: previewRoutes({
    datapoints: datapoints.reader,
    check: checks.check,
    checks: checks.codeChecks,
    asynchronousChecks: checks.asynchronousChecks,
    evaluate: checks.evaluate,
    judging: checks.judging,
    channels: notifications.channels,
    users: accounts.users,
    now,
  }),
});
