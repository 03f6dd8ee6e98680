import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { count, type SplitMetric, shares } from "./split-metrics.ts";

export const Split = z.enum(["dev", "test"]);

export interface Labeled {
  readonly split: "dev" | "test";
  readonly label: boolean;
  readonly groups: readonly string[];
}

/** Measurements on a labeled set. */
export interface Measured {
  readonly set: string;
  readonly metrics: readonly SplitMetric[];
  /**
   * Rows of dev with wrong verdicts, one line each. Rows of test are never shown: reading them would allow
   * tuning on them.
   */
  readonly misses: readonly string[];
  /** All rows with wrong verdicts, of suites that are standards and not tuned on. */
  readonly differing?: readonly string[];
}

interface Measure<Row> {
  readonly checks: Readonly<Record<string, unknown>>;
  readonly set: string;
  /** Checks for the rows of one group, if not all of them apply. */
  readonly checksOf?: (group: string) => readonly string[];
  readonly hit: (row: Row) => boolean;
  readonly baseline?: { readonly name: string; readonly hit: (row: Row) => boolean };
  readonly target: string;
  /** A standard: every row with a wrong verdict may be shown. */
  readonly isStandard?: true;
  /** Describes a row in the list of misses. */
  readonly describe: (row: Row) => string;
}

/** Measures a detector per group and split, and lists its misses. */
export function measured<Row extends Labeled>(rows: readonly Row[], measure: Measure<Row>): readonly Measured[] {
  if (rows.length === 0) return [];
  const { checks, set, hit, baseline, target, describe } = measure;
  const judged = rows.map((row) => ({ row, hit: hit(row), simple: baseline?.hit(row) ?? false }));
  const groups = ["all", ...new Set(rows.flatMap((row) => row.groups))];
  const metrics = groups.flatMap((group) =>
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
      const baselineShares = {
        name: baseline?.name ?? "",
        ...(precision ? { precision } : {}),
        ...(recall ? { recall } : {}),
      };
      return [
        {
          checks: (group === "all" ? undefined : measure.checksOf?.(group)) ?? Object.keys(checks),
          set,
          split,
          group,
          counts,
          ...shares(counts),
          ...(baseline ? { baseline: baselineShares } : {}),
          ...(group === "all" ? { target } : {}),
        },
      ];
    }),
  );
  const misses = judged
    .filter(({ row, hit: found }) => row.split === "dev" && row.label !== found)
    .map(({ row }) => `${row.label ? "missed" : "false "}  ${row.groups.join(", ")}  ${describe(row)}`);
  const differing = judged.filter(({ row, hit: found }) => row.label !== found).map(({ row }) => describe(row));
  return [{ set, metrics, misses, ...(measure.isStandard ? { differing } : {}) }];
}

/** Reads rows of a JSONL file; none if the file does not exist. */
export function lines<Row>(file: string, schema: z.ZodType<Row>): readonly Row[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}

/** Returns the beginning of a text on one line. */
export const excerpt = (text: string): string => JSON.stringify(text.slice(0, 300));
