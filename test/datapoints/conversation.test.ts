import { describe, expect, test } from "vitest";
import type { Simulation } from "../../src/datapoints/runs/simulation.ts";
import {
  afterDriver,
  afterFailure,
  afterJudge,
  afterTarget,
  type Conversation,
  newConversation,
} from "../../src/datapoints/traces/conversation.ts";
import { driverMessages } from "../../src/testing/served/driver.ts";
import { messagesFor } from "../../src/testing/served/generation.ts";

const aSimulation = (changes: Partial<Simulation> = {}): Simulation => ({
  driver: { promptTemplate: "You want {scenario_input}.", temperature: 0.6 },
  maxTurns: 2,
  firstTurn: "driver",
  checksAtEveryTurn: false,
  ...changes,
});
const target = (message: string) => ({ prediction: message, startedAt: 1, durationMs: 2 });
const play = (simulation: Simulation, ...lines: readonly string[]): Conversation =>
  lines.reduce((conversation, line) => {
    if (conversation.next === "driver") return afterDriver(conversation, line, simulation);
    return afterTarget(conversation, target(line), simulation);
  }, newConversation(simulation));

describe("a conversation", () => {
  test("goes to and fro and ends at the last turn", () => {
    const simulation = aSimulation();
    const conversation = play(simulation, "Hello", "Hi", "Refund me", "No");
    expect(conversation).toMatchObject({ step: 4, next: "ended", ended: "max_turns" });
    expect(conversation.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "user: Hello",
      "assistant: Hi",
      "user: Refund me",
      "assistant: No",
    ]);
    expect(conversation.turns.map(({ after }) => after)).toEqual([1, 3]);
    expect(play(simulation, "Hello").next).toBe("target");
    expect(newConversation(aSimulation({ firstTurn: "target" })).next).toBe("target");
  });

  test("ends when either side sends the stop phrase, but not before the target has responded", () => {
    const simulation = aSimulation({ maxTurns: 9, stop: { phrase: "Goodbye" } });
    expect(play(simulation, "goodbye?").next).toBe("target");
    expect(play(simulation, "Hello", "Hi", "GOODBYE!")).toMatchObject({ next: "ended", ended: "stop_phrase" });
    expect(play(simulation, "Hello", "Hi and goodbye")).toMatchObject({ ended: "stop_phrase", turns: [{}] });
  });

  test("runs its stop check after every response but the last possible one", () => {
    const stop = { check: { check: "task_completed", options: {}, stopOn: true } };
    const conversation = play(aSimulation({ maxTurns: 3, stop }), "Hello", "Hi");
    expect(conversation.next).toBe("judge");
    expect(afterJudge(conversation, false)).toMatchObject({ next: "driver", step: 3 });
    expect(afterJudge(conversation, true)).toMatchObject({ next: "ended", ended: "stop_check" });
    expect(play(aSimulation({ maxTurns: 1, stop }), "Hello", "Hi").ended).toBe("max_turns");
  });

  test("that fails retains its messages", () => {
    const conversation = play(aSimulation(), "Hello", "Hi", "Refund me");
    const failed = afterFailure(conversation, { by: "target", message: "no answer" });
    expect(failed).toMatchObject({ next: "ended", ended: "failed", turns: [{}], messages: [{}, {}, {}] });
  });
});

describe("the request to the target", () => {
  const row = { input: "a refund", expected: null };

  test("shows the driver the conversation with the sides swapped, beginning with a user", () => {
    const simulation = aSimulation({ stop: { phrase: "BYE" } });
    const messages = driverMessages(simulation, row, play(simulation, "Hello", "Hi"));
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[0]?.content).toMatch(/^You want a refund\.[^]*BYE$/);
    expect(driverMessages(simulation, row, newConversation(simulation)).map(({ role }) => role)).toEqual([
      "system",
      "user",
    ]);
  });

  test("shows a model the conversation after its prompt, and the row's input only if a template includes it", () => {
    const conversation = play(aSimulation(), "Hello", "Hi", "Refund me");
    const model = { type: "generation", systemPromptTemplate: "Be kind" } as const;
    expect(messagesFor(model, "secret persona", conversation)).toEqual([
      { role: "system", content: "Be kind" },
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "Refund me" },
    ]);
  });

  const kind = { role: "system", content: "Be kind" } as const;
  const dialog = [
    { role: "user", content: "Where is order 17?" },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"order":17}' } }],
    },
    { role: "tool", content: "in transit", tool_call_id: "c1" },
  ];

  test.each([
    [{}, "Hello", [{ role: "user", content: "Hello" }]],
    [{}, [{ role: "user", content: "Hi" }], [{ role: "user", content: "Hi" }]],
    [{ userPromptTemplate: "{scenario_input}" }, dialog, dialog],
    [{ systemPromptTemplate: "Be kind", userPromptTemplate: " {input}\n" }, dialog, [kind, ...dialog]],
    [{ dialogTemplate: [kind, { role: "user", content: "{scenario_input}" }] as const }, dialog, [kind, ...dialog]],
    [{ userPromptTemplate: "Q: {input}" }, dialog, [{ role: "user", content: `Q: ${JSON.stringify(dialog)}` }]],
    [{ userPromptTemplate: "{scenario_input}" }, "Hello", [{ role: "user", content: "Hello" }]],
    [{ userPromptTemplate: "Q: {input}" }, { a: 1 }, [{ role: "user", content: 'Q: {"a":1}' }]],
    [
      {
        dialogTemplate: [
          { role: "assistant", content: "Yes?" },
          { role: "user", content: "{input.q}" },
        ] as const,
      },
      { q: "Why" },
      [
        { role: "assistant", content: "Yes?" },
        { role: "user", content: "Why" },
      ],
    ],
  ])("with the templates %j, %j is sent as %j", (templates, input, messages) => {
    expect(messagesFor({ type: "generation", ...templates }, input)).toEqual(messages);
  });
});
