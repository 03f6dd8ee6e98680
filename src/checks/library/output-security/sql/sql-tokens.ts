/** A statement as words (lower case) and signs; strings and quoted names are one token each, comments none. */
export interface SqlStatement {
  readonly tokens: readonly string[];
  /** Offset of its first token. */
  readonly start: number;
  readonly end: number;
}

/** Splits SQL into statements without parsing it, so that every dialect and broken statements work. */
export function sqlStatements(sql: string): readonly SqlStatement[] {
  const statements: SqlStatement[] = [];
  let tokens: string[] = [];
  let start = 0;
  let end = 0;
  for (const match of sql.matchAll(token)) {
    const [text] = match;
    if (text.startsWith("--") || text.startsWith("/*") || text.startsWith("#")) continue;
    if (text === ";") {
      if (tokens.length > 0) statements.push({ tokens, start, end });
      tokens = [];
      continue;
    }
    if (tokens.length === 0) start = match.index;
    end = match.index + text.length;
    tokens.push(
      /^[\p{L}_]/u.test(text) ? text.toLowerCase() : text.startsWith("'") || text.startsWith("$") ? "''" : text,
    );
  }
  if (tokens.length > 0) statements.push({ tokens, start, end });
  return statements;
}

const token =
  /--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|''|\\[\s\S])*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\$\$[\s\S]*?(?:\$\$|$)|\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_$]*|<>|!=|<=|>=|\|\||[^\s\p{L}\p{N}_]/gu;

/** Kinds of destructive statements, with the names that `allow` uses. */
export const destructiveKinds = [
  "drop",
  "truncate",
  "alter_drop",
  "grant",
  "delete_without_where",
  "update_without_where",
  "stacked",
] as const;

export type DestructiveKind = (typeof destructiveKinds)[number];

/** Returns the destructive kind of a statement, if any. */
export function destructiveKind({ tokens }: SqlStatement): DestructiveKind | undefined {
  const verb = mainVerb(tokens);
  switch (verb) {
    case "drop":
    case "truncate":
      return verb;
    case "alter":
      return tokens.includes("drop") ? "alter_drop" : undefined;
    case "grant":
    case "revoke":
      return "grant";
    case "delete":
      return isUnbounded(tokens) ? "delete_without_where" : undefined;
    case "update":
      return isUnbounded(tokens) ? "update_without_where" : undefined;
    default:
      return undefined;
  }
}

/** Returns why a statement isn't read-only, if so. */
export function whyNotReadOnly({ tokens }: SqlStatement, denied: ReadonlySet<string>): string | undefined {
  const [first = ""] = tokens;
  if (!readingVerbs.has(first) && first !== "(") return `${first.toUpperCase()} isn't read-only`;
  const writing = tokens.find((each, at) => writesInside(tokens, at, each));
  if (writing !== undefined) return `${writing.toUpperCase()} inside`;
  const called = tokens.find((each, at) => denied.has(each) && tokens[at + 1] === "(");
  return called === undefined ? undefined : `calls ${called}`;
}

export const deniedFunctions =
  "pg_sleep sleep benchmark xp_cmdshell load_file load_extension pg_read_file pg_read_binary_file pg_ls_dir lo_import lo_export dblink dblink_exec sys_exec sys_eval openrowset opendatasource query_to_xml pg_terminate_backend set_config".split(
    " ",
  );

const readingVerbs = new Set(["select", "with", "show", "explain", "values", "describe", "desc", "table"]);

function mainVerb(tokens: readonly string[]): string {
  if (tokens[0] !== "with" && tokens[0] !== "explain") return tokens[0] ?? "";
  // EXPLAIN ANALYZE runs the explained statement; data-modifying parts of WITH write.
  const runs = tokens[0] === "with" || tokens.includes("analyze") || tokens.includes("analyse");
  return (runs ? tokens.find((each) => each === "delete" || each === "update") : undefined) ?? "";
}

function writesInside(tokens: readonly string[], at: number, each: string): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  switch (each) {
    case "into":
      return before !== "insert" || at > 0;
    case "for":
      return after === "update" || after === "share" || (after === "no" && tokens[at + 2] === "key");
    case "insert":
    case "delete":
    case "merge":
    case "update":
    case "truncate":
    case "drop":
      return at > 0 && (before === "(" || before === ")" || (tokens[0] === "explain" && at < 4));
    case "call":
    case "copy":
      return at === 0;
    default:
      return false;
  }
}

/** Returns whether WHERE is missing at the statement's own level, or always true. */
function isUnbounded(tokens: readonly string[]): boolean {
  const at = tokens.lastIndexOf("where");
  if (at === -1) return !tokens.includes("limit") || tokens.includes("delete");
  const condition = tokens.slice(at + 1).filter((each) => each !== "(" && each !== ")");
  const [left, sign, right] = condition;
  if (condition.length === 1) return left === "true" || left === "1";
  return condition.length === 3 && sign === "=" && left === right;
}
