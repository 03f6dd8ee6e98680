import { createRequire } from "node:module";
import { messageOf } from "../../../lib/failure.ts";
import type { SqlDialect } from "./sql-dialects.ts";

interface SqlParser {
  astify(sql: string): unknown;
}

const loaded = new Map<SqlDialect, SqlParser>();
const require = createRequire(import.meta.url);

/** What keeps statements from parsing; empty where they do. Only the dialect asked for is loaded, 1 to 3 MB each. */
export function parsesAsSql(dialect: SqlDialect, sql: string): readonly string[] {
  try {
    parserOf(dialect).astify(sql);
    return [];
  } catch (thrown) {
    return [shortened(messageOf(thrown))];
  }
}

function parserOf(dialect: SqlDialect): SqlParser {
  const known = loaded.get(dialect);
  if (known) return known;
  const { Parser } = require(`node-sql-parser/build/${dialect}.js`) as { readonly Parser: new () => SqlParser };
  const made = new Parser();
  loaded.set(dialect, made);
  return made;
}

/** The parser lists every token it would have taken: only what it found is told. */
function shortened(message: string): string {
  const found = /but (.{1,40}) found\.?/.exec(message)?.[1];
  return found === undefined ? message.slice(0, 120) : `${found} is unexpected`;
}
