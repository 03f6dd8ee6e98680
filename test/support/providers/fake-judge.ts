import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { judgeChecks } from "../../../src/checks/judges/index.ts";
import type { JudgeKind } from "../../../src/checks/judges/judge.ts";
import type { Question } from "../../../src/checks/judges/prompt/prompt.ts";
import { parseJson } from "../../../src/platform/json/json.ts";
import { fakeWires } from "./fake-judge-wires.ts";

/** What a judge receives: its checks, and the text of each block by name. */
export interface Shown {
  readonly checks: readonly string[];
  readonly blocks: ReadonlyMap<string, string>;
  readonly seal: string;
}

export type Decide = (check: string, shown: Shown) => unknown;

/** Parses a question: criteria and seal from the instructions, texts from the tagged blocks. */
export function read({ system, user, schema }: Question): Shown {
  const results = (schema["properties"] as { results?: { properties: Record<string, unknown> } }).results;
  const seal = /In "seal" write exactly: (\S+)/.exec(system)?.[1] ?? "";
  const blocks = new Map<string, string>();
  for (const [, name, , json] of user.matchAll(/<([a-z-]+?)-([0-9a-f]{16})>\n("(?:[^"\\]|\\.)*")\n<\/\1-\2>/g))
    blocks.set(name ?? "", JSON.parse(json ?? '""') as string);
  return { checks: Object.keys(results?.properties ?? {}), blocks, seal };
}

/** Returns the complete response to a question, with each check decided by the test. */
export function answerTo(question: Question, decide: Decide, seal = read(question).seal): string {
  const shown = read(question);
  // A step before the question requests free text.
  if ("result" in (question.schema["properties"] as object)) return JSON.stringify({ result: "What is asked?", seal });
  const results = Object.fromEntries(shown.checks.map((check) => [check, decide(check, shown)]));
  return JSON.stringify({ results, seal });
}

/** Decides that a response with this text fails every criterion. */
export const decideBy =
  (bad: string): Decide =>
  (check, { blocks }) => {
    const output = blocks.get("answer") ?? blocks.get("conversation") ?? "";
    const isBad = output.includes(bad);
    const kind = judgeChecks.get(check)?.rubric.answer;
    const common = {
      applies: true,
      evidence: isBad ? [bad] : [],
      reasoning: isBad ? `It says ${bad}.` : "Nothing is wrong.",
    };
    switch (kind?.kind) {
      case "yes_no":
        return { ...common, verdict: isBad !== kind.passesWhen };
      case "levels":
        return { ...common, verdict: isBad ? 1 : 5 };
      case "classes":
        return { ...common, verdict: Object.keys(kind.classes)[isBad ? Object.keys(kind.classes).length - 1 : 0] };
      case "pairwise":
        return { ...common, verdict: isBad ? "second" : "first" };
      case "items": {
        const labels = Object.keys(kind.labels);
        const label = isBad ? (labels.find((one) => one === "no") ?? labels[1]) : labels[0];
        const quote = blocks.get("context")?.slice(0, 30) ?? "";
        return { applies: true, reasoning: common.reasoning, verdict: [{ item: "all of it", evidence: quote, label }] };
      }
      default:
        throw new Error(`unexpected check ${check}`);
    }
  };

export const plainDecide: Decide = decideBy("BAD");

export type Behavior = (question: Question, request: IncomingMessage, response: ServerResponse) => string | undefined;

/**
 * Starts a judge endpoint on loopback in one provider's format. Anything but one of Gaffe's questions with exactly
 * the fields that this provider accepts gets 599.
 */
export async function openFakeJudge(kind: JudgeKind = "openai") {
  const wire = fakeWires[kind];
  let behave: Behavior = (question) => answerTo(question, plainDecide);
  const questions: { question: Question; headers: IncomingMessage["headers"]; model: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = parseJson(Buffer.concat(chunks).toString());
      const question = body.ok ? wire.questionIn(request, body.value) : undefined;
      if (!question) {
        response.writeHead(599).end("unexpected");
        return;
      }
      questions.push({ ...question, headers: request.headers });
      const content = behave(question.question, request, response);
      if (content !== undefined) send(response, 200, wire.answer(content, question.model));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    questions,
    behave: (next: Behavior) => {
      behave = next;
    },
    /** Responds to everything as an overloaded provider does. */
    breakDown: () => {
      behave = (_question, _request, response) => {
        send(response, wire.down.status, wire.down.body);
        return undefined;
      };
    },
    /** Closes the connections of clients that wait for a response. */
    letGo: () => {
      server.closeAllConnections();
    },
    recover: () => {
      behave = (question) => answerTo(question, plainDecide);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
