import { createWaitedThread } from "../../../lib/waited-thread.ts";
import type { GrammarName } from "./grammars.ts";
import type { SqlDialect } from "./sql-dialects.ts";

export type ParsingQuestion =
  | {
      readonly ask: "syntax errors";
      readonly language: GrammarName;
      readonly code: string;
      /** Whether code that parses inside a function or a class counts as parsing. */
      readonly lenient: boolean;
    }
  | {
      readonly ask: "missing imports";
      readonly language: "python" | "javascript" | "typescript";
      readonly code: string;
    }
  | { readonly ask: "sql"; readonly dialect: SqlDialect; readonly sql: string };

export interface ParsingAnswer {
  /** What is wrong, one line each; empty where the text parses. */
  readonly problems: readonly string[];
  /** How many names were looked at, for imports. */
  readonly used?: number;
}

const thread = createWaitedThread<ParsingQuestion>({
  script: new URL("parsing-thread.ts", import.meta.url),
  limitMs: 1800,
  warmUp: (question) => (question.ask === "sql" ? { ...question, sql: "SELECT 1" } : { ...question, code: "" }),
});

/** Asks the parsing thread and waits; throws where it does not answer in time. */
export function askParser(question: ParsingQuestion): ParsingAnswer {
  return thread.ask(question) as ParsingAnswer;
}
