import type { AnswerFacts, Translator } from "../../../packages/genai-wire/src/ports/translator.ts";
import { looseObject, parsedJson } from "../../platform/json/loose-json.ts";
import { type OwnError, ownError } from "../errors.ts";
import { inflated } from "../recording/kept-text.ts";
import type { AnswerHead, Rewriter, Rewriting } from "../rewriting.ts";
import { completionJson, createChunkWriter, type Naming } from "./chunks.ts";
import { createNativeReader } from "./events.ts";

interface Asked {
  readonly dropped: readonly string[];
  readonly streams: boolean;
  readonly includeUsage: boolean;
  readonly naming: Naming;
}

/** A provider's own answer, stream or error, back into OpenAI's. */
export function nativeRewriting(translator: Translator, asked: Asked): Rewriting {
  const { dropped } = asked;
  const told = dropped.length === 0 ? [] : ["x-gaffe-dropped", dropped.join(", ")];
  return {
    headers: ["x-gaffe-translated", translator.dialect, ...told],
    begin: (head) =>
      asked.streams && head.status < 300 && head.encoding === undefined && isStream(head)
        ? pieces(translator, asked, head)
        : whole(translator, asked, head),
  };
}

const isStream = ({ contentType = "" }: AnswerHead) =>
  /^(text\/event-stream|application\/vnd\.amazon\.)/.test(contentType);

const factsOf = ({ naming }: Asked, { status, header }: AnswerHead): AnswerFacts => ({
  model: naming.model,
  callId: naming.callId,
  status,
  header,
});

function pieces(translator: Translator, asked: Asked, head: AnswerHead): Rewriter {
  const read = createNativeReader(translator.framing);
  const steps = translator.stream(factsOf(asked, head));
  const { write, end } = createChunkWriter(asked.naming, asked.includeUsage);
  return {
    kind: "pieces",
    contentType: "text/event-stream; charset=utf-8",
    add: (chunk) => write(read(chunk).flatMap(steps)),
    end,
    held: () => Buffer.alloc(0),
  };
}

function whole(translator: Translator, asked: Asked, head: AnswerHead): Rewriter {
  return { kind: "whole", contentType: "application/json", rewrite };

  function rewrite(bytes: Buffer): Buffer | OwnError {
    const parsed = parsedJson(textOf(bytes, head.encoding));
    const body = looseObject(Array.isArray(parsed) ? parsed[0] : parsed);
    const facts = factsOf(asked, head);
    if (head.status >= 300) return Buffer.from(JSON.stringify({ error: translator.error(body, facts) }));
    const answer = body && translator.answer(body, facts);
    return answer ? completionJson(answer, asked.naming) : unreadable;
  }
}

const unreadable = ownError("untranslatable_answer", "the provider answered something that its API does not answer");

function textOf(bytes: Buffer, encoding: string | undefined): string {
  try {
    return inflated(bytes, encoding)?.toString("utf8") ?? "";
  } catch {
    return "";
  }
}
