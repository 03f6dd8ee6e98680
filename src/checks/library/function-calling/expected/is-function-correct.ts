import { defineCheck, property } from "../../definition.ts";
import { expectedFunction } from "../shared-properties.ts";
import { nameOptions, withExpectation } from "./named-call.ts";

export const isFunctionCorrect = defineCheck({
  ...expectedFunction,
  name: "is_function_correct",
  title: "Function name is correct",
  description: "The compared tool call has exactly the expected function name. A response without any call fails.",
  severity: "critical",
  source: "Okareo; BFCL simple_function_checker",
  options: nameOptions,
  evaluate: (subject, options) =>
    withExpectation(subject, (expectation) => {
      const call = options.call_index === "auto" ? expectation.call : subject.toolCalls[options.call_index];
      if (!call) return property(false, "no tool was called");
      const same = (text: string) => (options.case_sensitive ? text : text.toLowerCase());
      const holds = expectation.name !== undefined && same(call.name) === same(expectation.name);
      return property(holds, `called ${call.name}, expected ${expectation.name ?? "another"}`);
    }),
});
