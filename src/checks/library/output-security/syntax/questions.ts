import { createWaitedThread } from "../../../../platform/threads/waited-thread.ts";
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
  | { readonly ask: "sql"; readonly dialect: SqlDialect; readonly sql: string }
  | { readonly ask: "jsonata"; readonly expression: string; readonly json: string }
  | {
      readonly ask: "pattern";
      readonly pattern: string;
      readonly positives: readonly string[];
      readonly negatives: readonly string[];
    };

export interface ParsingAnswer {
  /** What is wrong, one line each; empty where the text parses. */
  readonly problems: readonly string[];
  /** How many names were looked at, for imports. */
  readonly used?: number;
  /** What an expression makes of a value, as JSON text. */
  readonly result?: string;
}

const thread = createWaitedThread<ParsingQuestion>({
  script: new URL("parsing-thread.ts", import.meta.url),
  limitMs: 1800,
  warmUp: harmless,
});

/** Asks the parsing thread and waits; throws where it does not answer in time. */
export function askParser(question: ParsingQuestion): ParsingAnswer {
  return thread.ask(question) as ParsingAnswer;
}

/** A question that loads what another needs and is answered at once. */
function harmless(question: ParsingQuestion): ParsingQuestion {
  switch (question.ask) {
    case "sql":
      return { ...question, sql: "SELECT 1" };
    case "jsonata":
      return { ask: "jsonata", expression: "1", json: "1" };
    case "pattern":
      return { ask: "pattern", pattern: "a", positives: [], negatives: [] };
    default:
      return { ...question, code: "" };
  }
}
