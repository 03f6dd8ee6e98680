import type * as api from "../../../packages/api-client/src/api.ts";
import { CheckCalls } from "./check-calls.ts";
import { GaffeError } from "./errors.ts";
import type { Monitor, NewMonitor } from "./types.ts";

/** Manages monitors: a condition, checks, and recipients. */
export class MonitorCalls extends CheckCalls {
  async getMonitors(): Promise<readonly Monitor[]> {
    return (await this.api.send("GET /monitors", {})).items;
  }

  /** Returns a monitor by id or name. Throws if there is none, or if several have that name. */
  async getMonitor(monitor: string): Promise<Monitor> {
    const all = await this.getMonitors();
    const found = all.filter(({ id, name }) => id === monitor || name === monitor);
    const [one] = found;
    if (one && found.length === 1) return one;
    const known = all.map(({ name }) => name).join(", ") || "none";
    throw new GaffeError(
      found.length === 0
        ? `there is no monitor ${monitor}; there are: ${known}`
        : `${found.length} monitors are named ${monitor}: pass an id of ${found.map(({ id }) => id).join(", ")}`,
      { field: "monitor" },
    );
  }

  async createMonitor(monitor: NewMonitor): Promise<Monitor> {
    return this.write("POST /monitors", { body: { ...monitor, checks: monitor.checks.map(asNamed) } });
  }

  /**
   * Changes a monitor, given as read, by id or by name. Fields that are left out stay; a rule that is null is
   * removed.
   */
  async updateMonitor(monitor: Monitor | string, change: MonitorChange): Promise<Monitor> {
    const { id } = await this.#read(monitor);
    // A monitor that was read changes only if nobody else has changed it since.
    const revision = typeof monitor === "string" ? {} : { revision: monitor.revision };
    const checks = change.checks?.map(asNamed);
    return this.write("PATCH /monitors/{id}", { path: { id }, body: { ...change, checks, ...revision } });
  }

  /** Deletes a monitor; its issues stay. */
  async deleteMonitor(monitor: Monitor | string): Promise<void> {
    const { id } = await this.#read(monitor);
    await this.write("DELETE /monitors/{id}", { path: { id } });
  }

  async #read(monitor: Monitor | string): Promise<Monitor> {
    return typeof monitor === "string" ? this.getMonitor(monitor) : monitor;
  }
}

export type MonitorChange = Omit<api.MonitorChange, "checks" | "revision"> & Partial<Pick<NewMonitor, "checks">>;

const asNamed = (check: NewMonitor["checks"][number]) => (typeof check === "string" ? { check } : check);
