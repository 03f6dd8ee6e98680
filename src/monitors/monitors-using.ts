import type { MonitorsUsing } from "../checks/index.ts";
import type { MonitorStore } from "./ports/monitors.ts";

export const createMonitorsUsing =
  (monitors: Pick<MonitorStore, "list">): MonitorsUsing =>
  async (project, check) =>
    (await monitors.list(project)).filter(({ checks }) => checks.some((each) => each.check === check));
