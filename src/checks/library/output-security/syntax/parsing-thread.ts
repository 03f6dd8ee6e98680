/** Thread that parses code and SQL: grammars load asynchronously, and a parser may run too long. */
import { workerData } from "node:worker_threads";
import { messageOf } from "../../../../platform/failure.ts";
import { unreachable } from "../../../../platform/http/unreachable.ts";
import type { WaitedReply, WaitedThreadData } from "../../../../platform/threads/waited-thread.ts";
import { missingImports } from "./imports.ts";
import type { ParsingAnswer, ParsingQuestion } from "./parser.ts";
import { evaluateJsonata, tryPattern } from "./patterns.ts";
import { parsesAsSql } from "./sql-parser.ts";
import { syntaxErrors } from "./trees.ts";

const { port, replyFlag } = workerData as WaitedThreadData;

port.on("message", (question: ParsingQuestion) => {
  void answer(question)
    .then(
      (result): WaitedReply => ({ result }),
      (thrown: unknown): WaitedReply => ({ error: messageOf(thrown) }),
    )
    .then((reply) => {
      port.postMessage(reply);
      Atomics.store(replyFlag, 0, 1);
      Atomics.notify(replyFlag, 0);
    });
});

async function answer(question: ParsingQuestion): Promise<ParsingAnswer> {
  switch (question.task) {
    case "syntax errors":
      return { problems: await syntaxErrors(question.language, question.code, question.lenient) };
    case "missing imports":
      return await missingImports(question.language, question.code);
    case "sql":
      return { problems: await parsesAsSql(question.dialect, question.sql) };
    case "jsonata":
      return await evaluateJsonata(question.expression, question.json);
    case "pattern":
      return tryPattern(question.pattern, question.positives, question.negatives);
    default:
      return unreachable(question);
  }
}
