import { expect, test } from "vitest";
import { collectedInput } from "../../src/checks/collected-input.ts";
import type { Message, Part } from "../../src/datapoints/datapoint.ts";

const message = (role: Message["role"], ...parts: readonly Part[]): Message => ({ role, parts });
const text = (words: string): Part => ({ type: "text", text: words });
const system = message("system", text("Be kind."));
const question = message("user", text("Where is my order?"));

test.each([
  ["a single question is its text", [system, question], "conversation", "Where is my order?"],
  [
    "the whole dialog has the system's messages",
    [system, question],
    "whole_dialog",
    [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Where is my order?" },
    ],
  ],
  [
    "of several turns all are included",
    [system, question, message("assistant", text("Which one?")), message("user", text("17"))],
    "conversation",
    [
      { role: "user", content: "Where is my order?" },
      { role: "assistant", content: "Which one?" },
      { role: "user", content: "17" },
    ],
  ],
  ["the last user message is a text", [question, message("user", text("17"))], "last_user_message", "17"],
  [
    "tool calls and their results are spelled as OpenAI does",
    [
      question,
      message("assistant", { type: "tool_call", id: "c1", name: "find", arguments: { order: 17 } }),
      message("tool", { type: "tool_result", id: "c1", result: { at: "Rome" } }),
    ],
    "conversation",
    [
      { role: "user", content: "Where is my order?" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"order":17}' } }],
      },
      { role: "tool", content: '{"at":"Rome"}', tool_call_id: "c1" },
    ],
  ],
  [
    "an image is represented by its type",
    [message("user", text("What is this?"), { type: "image", mediaType: "image/png", sha256: "x" })],
    "conversation",
    "What is this?\n[image image/png]",
  ],
  [
    "reasoning is not repeated",
    [message("assistant", { type: "reasoning", text: "hm" })],
    "conversation",
    [{ role: "assistant", content: "" }],
  ],
  ["of a prompt alone nothing is left", [system], "conversation", undefined],
  ["nothing recorded gives no input", [], "whole_dialog", undefined],
] as const)("%s", (_, input, form, expected) => {
  expect(collectedInput({ input: [...input] }, form)).toEqual(expected);
});
