import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { count, type Figure, shares } from "./figures.ts";

export const Split = z.enum(["dev", "test"]);

export interface Labelled {
  readonly split: "dev" | "test";
  readonly label: boolean;
  readonly groups: readonly string[];
}

/** What was measured on a labelled set. */
export interface Measured {
  readonly set: string;
  readonly figures: readonly Figure[];
  /** Rows of dev that were judged wrong, one line each. Those of test are never shown: who reads them could tune on them. */
  readonly misses: readonly string[];
  /** All rows judged wrong, of suites that are standards and not tuned on. */
  readonly differing?: readonly string[];
}

interface Measure<Row> {
  readonly checks: Readonly<Record<string, unknown>>;
  readonly set: string;
  /** The checks that judge the rows of one group, where not all of them do. */
  readonly checksOf?: (group: string) => readonly string[];
  readonly hit: (row: Row) => boolean;
  readonly baseline?: { readonly name: string; readonly hit: (row: Row) => boolean };
  readonly target: string;
  /** A standard: every row that was judged wrong may be told. */
  readonly isStandard?: true;
  /** A row as it is told among the misses. */
  readonly told: (row: Row) => string;
}

/** Figures of a detector per group and split, and what it missed. */
export function measured<Row extends Labelled>(rows: readonly Row[], measure: Measure<Row>): readonly Measured[] {
  if (rows.length === 0) return [];
  const { checks, set, hit, baseline, target, told } = measure;
  const judged = rows.map((row) => ({ row, hit: hit(row), simple: baseline?.hit(row) ?? false }));
  const groups = ["all", ...new Set(rows.flatMap((row) => row.groups))];
  const figures = groups.flatMap((group) =>
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
          checks: (group === "all" ? undefined : measure.checksOf?.(group)) ?? Object.keys(checks),
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
  const misses = judged
    .filter(({ row, hit: found }) => row.split === "dev" && row.label !== found)
    .map(({ row }) => `${row.label ? "missed" : "false "}  ${row.groups.join(", ")}  ${told(row)}`);
  const differing = judged.filter(({ row, hit: found }) => row.label !== found).map(({ row }) => told(row));
  return [{ set, figures, misses, ...(measure.isStandard ? { differing } : {}) }];
}

/** Rows of a JSONL file; none where the file is not there. */
export function lines<Row>(file: string, schema: z.ZodType<Row>): readonly Row[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}

/** The beginning of a text on one line. */
export const begun = (text: string): string => JSON.stringify(text.slice(0, 300));
