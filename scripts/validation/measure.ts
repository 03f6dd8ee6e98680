import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { count, type Figure, shares } from "./figures.ts";

export const Split = z.enum(["dev", "test"]);

export interface Labelled {
  readonly split: "dev" | "test";
  readonly label: boolean;
  readonly groups: readonly string[];
}

export interface Measured<Row> {
  readonly checks: Readonly<Record<string, unknown>>;
  readonly set: string;
  readonly hit: (row: Row) => boolean;
  readonly baseline?: { readonly name: string; readonly hit: (row: Row) => boolean };
  readonly target: string;
}

/** Figures of a detector per group and split. */
export function grouped<Row extends Labelled>(
  rows: readonly Row[],
  { checks, set, hit, baseline, target }: Measured<Row>,
): readonly Figure[] {
  const judged = rows.map((row) => ({ row, hit: hit(row), simple: baseline?.hit(row) ?? false }));
  const groups = ["all", ...new Set(rows.flatMap((row) => row.groups))];
  return groups.flatMap((group) =>
    Split.options.flatMap((split) => {
      const chosen = judged.filter(({ row }) => row.split === split && (group === "all" || row.groups.includes(group)));
      if (chosen.length === 0) return [];
      const labels = chosen.map(({ row }) => row.label);
      const counts = count(
        labels,
        chosen.map((each) => each.hit),
      );
      const { precision, recall } = baseline
        ? shares(
            count(
              labels,
              chosen.map((each) => each.simple),
            ),
          )
        : {};
      const beside = { name: baseline?.name ?? "", ...(precision ? { precision } : {}), ...(recall ? { recall } : {}) };
      return [
        {
          checks: Object.keys(checks),
          set,
          split,
          group,
          counts,
          ...shares(counts),
          ...(baseline ? { baseline: beside } : {}),
          ...(group === "all" ? { target } : {}),
        },
      ];
    }),
  );
}

/** Rows of a JSONL file; none where the file is not there. */
export function lines<Row>(file: string, schema: z.ZodType<Row>): readonly Row[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}
