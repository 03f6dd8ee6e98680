import { expect, test } from "vitest";
import { conventions } from "../../src/datapoints/conventions/index.ts";
import { contentAdvice, contentSwitchFor } from "../../src/datapoints/sources/content-advice.ts";

test("a datapoint without content gets the content switch of its instrumentation", () => {
  expect(contentSwitchFor({ flags: ["content_missing"], convention: "anthropic" }, conventions)).toMatch(
    /CONTENT_MODE=content/,
  );
  expect(contentSwitchFor({ flags: [], convention: "anthropic" }, conventions)).toBeUndefined();
});

test("advice counts calls by instrumentation, most first", () => {
  const advice = contentAdvice(
    new Map([
      ["openllmetry", 1],
      ["vercel-ai", 12],
      ["mastra", 0],
    ]),
    conventions,
  );
  expect(advice.map((one) => one.convention)).toEqual(["vercel-ai", "openllmetry"]);
  expect(advice[1]?.advice).toMatch(/^1 call carries no message content: set TRACELOOP_TRACE_CONTENT=true/);
});

test("convention names are unique, and every convention with a switch explains how to turn on content", () => {
  expect(new Set(conventions.map((one) => one.name)).size).toBe(conventions.length);
  expect(conventions.filter((one) => one.contentSwitch === undefined).map((one) => one.name)).toEqual([
    "strands",
    "openai-agents",
    "crewai",
  ]);
});
