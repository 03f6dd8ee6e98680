import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { ClickHouse, Params } from "../../storage/index.ts";
import type { ProjectActivity } from "../ports/project-activity.ts";
import { timeParam } from "./reads.ts";

const hourMs = 3_600_000;

/** Reads the touched hours that every insert records: at most three rows per project and hour. */
export function createProjectActivity({ clickhouse }: { readonly clickhouse: ClickHouse }): ProjectActivity {
  return {
    storedSince: (at) => projectsWhere("version >= {since:UInt64}", { since: String(Math.floor(at) * 1000) }),
    activeSince: (at) =>
      projectsWhere("at >= {from:DateTime64(3, 'UTC')}", { from: timeParam(Math.floor(at / hourMs) * hourMs) }),
  };

  async function projectsWhere(where: string, params: Params) {
    const rows = await clickhouse.select(
      "find projects in use",
      `SELECT DISTINCT project_id AS project FROM hour_watermarks WHERE ${where}`,
      params,
    );
    return new Set(Rows.parse(rows).map(({ project }) => asProjectId(project)));
  }
}

const Rows = z.array(z.strictObject({ project: z.string() }));
