import { defineCheck, property, skipped, z } from "../../definition.ts";
import { evidenceOf, type FoundCode, sqlIn } from "../found-code.ts";
import { sqlSecurity } from "../shared-properties.ts";
import { runParser } from "../syntax/parser.ts";
import { sqlDialects } from "../syntax/sql-dialects.ts";

export const sqlParses = defineCheck({
  ...sqlSecurity,
  name: "sql_parses",
  version: 2,
  title: "SQL parses",
  description:
    "The SQL of the answer parses in the chosen dialect: `postgresql` by PostgreSQL's own grammar, the others by the grammars of sqlparser-rs (mariadb as mysql; trino and db2 as generic, which takes what any dialect does).",
  costClass: "expensive",
  severity: "major",
  mode: "online sampled",
  source: "promptfoo is-sql; Ragas; sqlglot fixtures",
  options: z.strictObject({
    dialect: z.enum(sqlDialects).default("postgresql"),
    strip_fence: z.boolean().default(true),
  }),
  evaluate: (subject, { dialect, strip_fence: strips }) => {
    const output = subject.text("output");
    const whole: FoundCode = { target: "output", language: "", code: output.text, start: 0 };
    const pieces = strips ? sqlIn(subject).filter(({ target }) => target === "output") : [whole];
    if (pieces.length === 0) return skipped("the answer holds no SQL");
    for (const piece of pieces) {
      const [problem] = runParser({ task: "sql", dialect, sql: piece.code }).problems;
      if (problem !== undefined) return property(false, problem, evidenceOf(subject, piece));
    }
    return property(true, `parses as ${dialect}`);
  },
});
