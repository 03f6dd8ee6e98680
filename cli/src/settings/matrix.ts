import { isMap, isScalar, isSeq, type Node } from "yaml";
import { meant } from "../nearest.ts";
import { type Fields, filled, type Reader } from "./fields.ts";

/** One combination of a matrix. */
export interface Cell {
  /** For names: short values as they are, others by their number. */
  readonly label: string;
  /** Settings of the model's definition. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Settings of a generation model that a matrix can vary. */
const variable = [
  "model",
  "judge",
  "temperature",
  "systemPromptTemplate",
  "userPromptTemplate",
  "dialogTemplate",
  "tools",
  "params",
];
const maxCells = 64;
const longestLabel = 40;

/** Returns every combination of the lists of `matrix`; none without one. */
export function cellsIn(flow: Fields, reader: Reader): readonly Cell[] {
  const matrix = flow.get("matrix");
  if (matrix === undefined) return [];
  if (!isMap(matrix)) {
    reader.mistake(matrix, "matrix maps settings of the definition to lists, such as { model: [openai/gpt-4o] }");
    return [];
  }
  let cells: readonly Cell[] = [{ label: "", settings: {} }];
  for (const { key, value } of matrix.items as { readonly key: Node; readonly value: Node | null }[]) {
    const name = isScalar(key) ? String(key.value) : "";
    const values = valuesOf(name, { key, value }, reader);
    cells = cells.flatMap((cell) =>
      values.map((each, index) => ({
        label: [cell.label, labelOf(name, each, index)].filter((part) => part !== "").join(", "),
        settings: { ...cell.settings, [name]: each },
      })),
    );
  }
  if (cells.length > maxCells)
    reader.mistake(matrix, `the matrix has ${cells.length} cells: at most ${maxCells} are run`);
  return cells;
}

function valuesOf(
  name: string,
  { key, value }: { readonly key: Node; readonly value: Node | null },
  reader: Reader,
): readonly unknown[] {
  if (!variable.includes(name)) {
    const hint = meant(name, variable) || `; there are ${variable.join(", ")}`;
    reader.mistake(key, `a matrix cannot vary ${name}${hint}`);
  } else if (!isSeq(value) || value.items.length === 0)
    reader.mistake(value ?? key, `${name} must be a list of values`);
  else return filled(value, reader) as readonly unknown[];
  return [undefined];
}

function labelOf(name: string, value: unknown, index: number): string {
  const text = typeof value === "string" || typeof value === "number" ? `${value}` : "";
  return text === "" || text.length > longestLabel || text.includes("\n") ? `${name} ${index + 1}` : text;
}
