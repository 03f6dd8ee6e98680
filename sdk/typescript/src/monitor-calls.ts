import type * as api from "./api.ts";
import { CheckCalls } from "./check-calls.ts";
import { GaffeError } from "./errors.ts";
import type { Monitor, NewMonitor } from "./production-types.ts";

/** Monitors: a condition, checks, and who is told. */
export class MonitorCalls extends CheckCalls {
  async get_monitors(): Promise<readonly Monitor[]> {
    return (await this.http.send("GET /monitors", {})).items;
  }

  /** By id or name. Throws when there is none, or when several have that name. */
  async get_monitor(monitor: string): Promise<Monitor> {
    const all = await this.get_monitors();
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

  async create_monitor(monitor: NewMonitor): Promise<Monitor> {
    await this.mustBe();
    return this.http.send("POST /monitors", { body: { ...monitor, checks: monitor.checks.map(asNamed) } });
  }

  /** Fields that are left out stay as they are; a rule that is null is taken away. By id or name, or as it was read. */
  async update_monitor(monitor: Monitor | string, change: MonitorChange): Promise<Monitor> {
    await this.mustBe();
    const { id } = typeof monitor === "string" ? await this.get_monitor(monitor) : monitor;
    // One that was read is changed only as long as nobody else has changed it.
    const revision = typeof monitor === "string" ? {} : { revision: monitor.revision };
    const checks = change.checks?.map(asNamed);
    return this.http.send("PATCH /monitors/{id}", { path: { id }, body: { ...change, checks, ...revision } });
  }

  /** Its issues stay. */
  async delete_monitor(monitor: Monitor | string): Promise<void> {
    await this.mustBe();
    const { id } = typeof monitor === "string" ? await this.get_monitor(monitor) : monitor;
    await this.http.send("DELETE /monitors/{id}", { path: { id } });
  }
}

export type MonitorChange = Omit<api.MonitorChange, "checks" | "revision"> & Partial<Pick<NewMonitor, "checks">>;

const asNamed = (check: NewMonitor["checks"][number]) => (typeof check === "string" ? { check } : check);
