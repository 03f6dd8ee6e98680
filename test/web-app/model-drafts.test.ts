import { describe, expect, test } from "vitest";
import type { Definition } from "../../dashboards/app/src/platform/api/types.ts";
import { definitionOf, draftOf } from "../../dashboards/app/src/testing/models/draft.ts";
import { secretNames } from "../../dashboards/app/src/testing/models/http-draft.ts";
import { exchangesOf } from "../../dashboards/app/src/testing/scenarios/conversation.tsx";
import { NewModel } from "../../src/testing/contract/model.ts";

const prompt = "You work for a shop. {scenario_input.question}";
const tool = { type: "function", function: { name: "refund", parameters: { type: "object" } } };
const step = { method: "POST" as const, url: "https://agent.example/x", headers: { "X-Key": "Bearer: {secret.A_1}" } };

const definitions = {
  "a prompt": { type: "generation", model: "openai/gpt", temperature: 0, systemPromptTemplate: prompt },
  "the active judge": { type: "generation", userPromptTemplate: "{input}" },
  "a judge with another model": { type: "generation", judge: "Mini", model: "gpt-4.1", timeoutMs: 1500 },
  "a dialog with tools": {
    type: "generation",
    model: "m",
    dialogTemplate: [{ role: "user", content: "{scenario_input}" }],
    tools: [tool],
    params: { max_tokens: 4, stop: ["."] },
  },
  "one request": { type: "http", nextTurn: { ...step, responsePath: "response.a" }, timeoutMs: 60_000 },
  "every request": {
    type: "http",
    auth: { ...step, body: { key: "{secret.B}" }, tokenPath: "response.token", secondsValid: 12 },
    startSession: { ...step, sessionIdPath: 'response["a key"]', messagePath: "response.first" },
    nextTurn: {
      ...step,
      body: ["{message_history}", null, 1],
      responsePath: "response.a",
      toolCallsPath: "response.calls",
      stream: { event: "delta", stopAt: "END" },
    },
    endSession: { ...step, method: "DELETE" },
    timeoutMs: 2500,
  },
  "a custom model": { type: "custom" },
  "code that takes rows together": { type: "custom", batchSize: 20 },
};

/** As the API returns it. */
const parsed = (definition: object): Definition =>
  JSON.parse(JSON.stringify(NewModel.parse({ name: "m", definition }).definition));

describe("the form of a model", () => {
  test.each(Object.entries(definitions))("describes the contents of %s", (_, given) => {
    const definition = parsed(given);
    const read = definitionOf(draftOf({ name: "m", tags: [], definition }));
    expect(read.kind === "ready" && NewModel.parse({ name: "m", definition: read.value }).definition).toEqual(
      definition,
    );
  });

  test("requires only the secrets of the requests that are sent", () => {
    const definition = parsed(definitions["every request"]);
    const { http } = draftOf({ name: "m", tags: [], definition });
    expect(secretNames(http)).toEqual(["B", "A_1"].toSorted());
    expect(secretNames({ ...http, steps: { ...http.steps, auth: { ...http.steps.auth, on: false } } })).toEqual([
      "A_1",
    ]);
  });

  test.each([
    ["tools", "[{"],
    ["tools", "{}"],
    ["params", "max_tokens: 4"],
    ["dialog", "{}"],
  ])("names the field whose text cannot be read: %s %s", (field, text) => {
    const draft = draftOf({ name: "m", tags: [], definition: { type: "generation", model: "m" } });
    const read = definitionOf({ ...draft, generation: { ...draft.generation, [field]: text } });
    expect(read).toMatchObject({ kind: "mistake", field });
  });
});

describe("a conversation by its turns", () => {
  const user = (content: string) => ({ role: "user" as const, content });
  const assistant = (content: string) => ({ role: "assistant" as const, content });
  const turn = (number: number) => ({ turn: number, datapointId: `d${number}`, durationMs: 1, verdicts: [] });

  test("matches each answer with its call in any order, and retains unanswered calls", () => {
    const conversation = [assistant("hello"), user("a"), assistant("b"), user("c")];
    expect(exchangesOf({ conversation, turns: [turn(1), turn(2)] })).toEqual([
      { before: [], answer: assistant("hello"), turn: turn(1) },
      { before: [user("a")], answer: assistant("b"), turn: turn(2) },
      { before: [user("c")] },
    ]);
  });

  test("shows an answer whose call has not arrived yet", () => {
    expect(exchangesOf({ conversation: [user("a"), assistant("b")] })).toEqual([
      { before: [user("a")], answer: assistant("b") },
    ]);
  });
});
