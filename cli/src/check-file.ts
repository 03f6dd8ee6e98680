import { dirname, extname, join, parse as parsePath } from "node:path";
import { isMap, isScalar } from "yaml";
import type { CheckChange, CheckDefinitionInput } from "../../packages/api-client/src/api.ts";
import { usage } from "./exit.ts";
import { meant } from "./nearest.ts";
import { readGiven } from "./read-file.ts";
import { parseYaml } from "./settings/yaml-file.ts";

/** A custom check as read from a file. */
export interface CheckFile {
  readonly name: string;
  readonly definition: CheckDefinitionInput;
  /** Title, severity and other fields that do not change its verdicts. */
  readonly metadata: Metadata;
}

type Metadata = Pick<CheckChange, "title" | "description" | "category" | "severity" | "tags">;

/** The fields of a declared check; the service validates their values. */
type Written = Metadata &
  Partial<Record<"code" | "prompt" | "type", string>> &
  Partial<Record<"min" | "max" | "pass_from" | "pass_to", number>> &
  Partial<Record<"rules" | "categories" | "passing", readonly string[]>> & {
    name?: string | number;
    pass_when?: boolean;
  };
const fields = [
  "name",
  "code",
  "prompt",
  "rules",
  "title",
  "description",
  "category",
  "severity",
  "tags",
  "type",
  "pass_when",
  "min",
  "max",
  "pass_from",
  "pass_to",
  "categories",
  "passing",
] as const satisfies readonly (keyof Written)[];

/** Reads a check file. Throws Exit that names file and line. */
export function readCheckFile(file: string): CheckFile {
  const name = snake(parsePath(file).name.replace(/\.(?:check|prompt)$/, ""));
  const plain = (body: CheckDefinitionInput["body"]): CheckFile => ({
    name,
    definition: { body, output: { type: "boolean", passWhen: true } },
    metadata: {},
  });
  switch (extname(file).toLowerCase()) {
    case ".ts":
    case ".js":
    case ".mjs":
      return plain({ kind: "code", source: readGiven(file) });
    case ".md":
    case ".txt":
      return plain({ kind: "judge", prompt: readGiven(file) });
    case ".yml":
    case ".yaml":
      return readDeclared(file, name);
    default:
      throw usage(`${file}: a check is a .ts, .js, .md, .txt or .yml file`);
  }
}

function readDeclared(file: string, fallback: string): CheckFile {
  const { document, at } = parseYaml(file, readGiven(file));
  if (!isMap(document.contents)) throw usage(`${file}: this must hold name, and code, prompt or rules`);
  for (const { key } of document.contents.items) {
    const word = isScalar(key) ? String(key.value) : "";
    if (!(fields as readonly string[]).includes(word))
      throw usage(
        `${at(isScalar(key) ? key : undefined)}: there is no field ${word} here${meant(word, fields) || `; there are ${fields.join(", ")}`}`,
      );
  }
  const written = document.toJS() as Written;
  const { name = fallback, title, description, category, severity, tags } = written;
  const body = bodyOf(written, file);
  return {
    name: String(name),
    definition: { body, output: outputOf(written, file) },
    metadata: { title, description, category, severity, tags },
  };
}

function bodyOf({ code, prompt, rules }: Written, file: string): CheckDefinitionInput["body"] {
  if ([code, prompt, rules].filter((each) => each !== undefined).length !== 1)
    throw usage(`${file}: give one of code, a file, prompt, or rules`);
  if (rules !== undefined) {
    if (!Array.isArray(rules)) throw usage(`${file}: rules is a list of texts`);
    return { kind: "policy", rules: rules.map(String) };
  }
  if (typeof (code ?? prompt) !== "string") throw usage(`${file}: code is the name of a file, prompt a text`);
  return code === undefined
    ? { kind: "judge", prompt: prompt ?? "" }
    : { kind: "code", source: readGiven(join(dirname(file), code)) };
}

function outputOf({ type = "pass_fail", ...rule }: Written, file: string): NonNullable<CheckDefinitionInput["output"]> {
  switch (type) {
    case "pass_fail":
      return { type: "boolean", passWhen: rule.pass_when ?? true };
    case "score":
      return { type: "score", min: rule.min ?? 1, max: rule.max ?? 5, passFrom: rule.pass_from, passTo: rule.pass_to };
    case "category":
      return { type: "category", categories: rule.categories ?? [], passing: rule.passing ?? [] };
    default: {
      const known = ["pass_fail", "score", "category"];
      const word = typeof type === "string" ? type : JSON.stringify(type);
      throw usage(`${file}: type must be ${known.join(", ")}, not ${word}${meant(word, known)}`);
    }
  }
}

const snake = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .replaceAll(/\W+/g, "_")
    .toLowerCase();
