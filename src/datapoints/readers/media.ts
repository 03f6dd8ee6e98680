import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";
import type { MediaReader } from "../ports/datapoint-reader.ts";

export function createMediaReader({ clickhouse }: { clickhouse: ClickHouse }): MediaReader {
  return {
    async medium(project, sha256) {
      const rows = await clickhouse.select(
        "read a medium",
        `SELECT media_type AS mediaType, base64Encode(bytes) AS base64 FROM media
         WHERE project_id = {project:String} AND sha256 = {sha256:String} ORDER BY version DESC LIMIT 1`,
        { project, sha256 },
      );
      const [row] = z.array(z.strictObject({ mediaType: z.string(), base64: z.string() })).parse(rows);
      return row && { mediaType: row.mediaType, bytes: new Uint8Array(Buffer.from(row.base64, "base64")) };
    },
  };
}
