import { looseObject, parsedJson } from "../../../packages/genai-wire/src/loose-json.ts";
import type { AnswerFacts, Translator } from "../../../packages/genai-wire/src/ports/translator.ts";
import { type OwnError, ownError } from "../errors.ts";
import type { AnswerHead, Rewriter, Rewriting } from "../rewriting.ts";
import { completionJson, createChunkWriter, type Naming } from "./chunks.ts";
import { createNativeReader } from "./events.ts";

interface RewriteOptions {
  readonly dropped: readonly string[];
  readonly streams: boolean;
  readonly includeUsage: boolean;
  readonly naming: Naming;
}

/** Translates a provider's response, stream or error back to OpenAI's format. */
export function nativeRewriting(translator: Translator, options: RewriteOptions): Rewriting {
  const { dropped } = options;
  const droppedHeader = dropped.length === 0 ? [] : ["x-gaffe-dropped", dropped.join(", ")];
  return {
    headers: ["x-gaffe-translated", translator.dialect, ...droppedHeader],
    begin: (head) =>
      options.streams && head.status < 300 && head.encoding === undefined && isStream(head)
        ? pieces(translator, options, head)
        : whole(translator, options, head),
  };
}

const isStream = ({ contentType = "" }: AnswerHead) =>
  /^(text\/event-stream|application\/vnd\.amazon\.)/.test(contentType);

const factsOf = ({ naming }: RewriteOptions, { status, header }: AnswerHead): AnswerFacts => ({
  model: naming.model,
  callId: naming.callId,
  status,
  header,
});

function pieces(translator: Translator, options: RewriteOptions, head: AnswerHead): Rewriter {
  const read = createNativeReader(translator.framing);
  const steps = translator.stream(factsOf(options, head));
  const { write, end } = createChunkWriter(options.naming, options.includeUsage);
  return {
    kind: "pieces",
    contentType: "text/event-stream; charset=utf-8",
    add: (chunk) => write(read(chunk).flatMap(steps)),
    end,
    buffered: () => Buffer.alloc(0),
  };
}

function whole(translator: Translator, options: RewriteOptions, head: AnswerHead): Rewriter {
  return { kind: "whole", contentType: "application/json", rewrite };

  function rewrite(bytes: Buffer): Buffer | OwnError {
    const parsed = parsedJson(bytes.toString("utf8"));
    const body = looseObject(Array.isArray(parsed) ? parsed[0] : parsed);
    const facts = factsOf(options, head);
    if (head.status >= 300) return Buffer.from(JSON.stringify({ error: translator.error(body, facts) }));
    const answer = body && translator.answer(body, facts);
    return answer ? completionJson(answer, options.naming) : unreadable;
  }
}

const unreadable = ownError("untranslatable_answer", "the provider answered something that its API does not answer");
