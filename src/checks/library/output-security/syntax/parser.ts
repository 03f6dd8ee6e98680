import { createWaitedThread } from "../../../../platform/threads/waited-thread.ts";
import type { GrammarName } from "./grammars.ts";
import type { SqlDialect } from "./sql-dialects.ts";

export type ParsingQuestion =
  | {
      readonly task: "syntax errors";
      readonly language: GrammarName;
      readonly code: string;
      /** Whether code that parses inside a function or a class is accepted. */
      readonly lenient: boolean;
    }
  | {
      readonly task: "missing imports";
      readonly language: "python" | "javascript" | "typescript";
      readonly code: string;
    }
  | { readonly task: "sql"; readonly dialect: SqlDialect; readonly sql: string }
  | { readonly task: "jsonata"; readonly expression: string; readonly json: string }
  | {
      readonly task: "pattern";
      readonly pattern: string;
      readonly positives: readonly string[];
      readonly negatives: readonly string[];
    };

export interface ParsingAnswer {
  /** Problems, one line each; empty if the text parses. */
  readonly problems: readonly string[];
  /** For missing imports: the number of names checked. */
  readonly used?: number;
  /** For JSONata: the result as JSON text. */
  readonly result?: string;
}

const thread = createWaitedThread<ParsingQuestion>({
  script: new URL("parsing-thread.ts", import.meta.url),
  limitMs: 1800,
  warmUp: harmless,
});

/** Runs a task on the parsing thread and blocks until it ends. Throws after 1.8 s. */
export function runParser(question: ParsingQuestion): ParsingAnswer {
  return thread.ask(question) as ParsingAnswer;
}

/** Returns a trivial task that loads the same grammar or library. */
function harmless(question: ParsingQuestion): ParsingQuestion {
  switch (question.task) {
    case "sql":
      return { ...question, sql: "SELECT 1" };
    case "jsonata":
      return { task: "jsonata", expression: "1", json: "1" };
    case "pattern":
      return { task: "pattern", pattern: "a", positives: [], negatives: [] };
    default:
      return { ...question, code: "" };
  }
}
