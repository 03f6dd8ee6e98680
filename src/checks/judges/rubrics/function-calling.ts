import { z } from "zod";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = {
  category: "Function calling",
  fields: ["system", "conversation", "tool_calls", "tools"],
  needs: ["tools"],
  judges: "calls",
  pack: "tools",
};

/** Judge checks of tool use that schemas cannot cover. */
export const functionCalling = [
  yesNo(common, true, {
    name: "tool_selection_quality",
    title: "Right tool chosen",
    criterion:
      "Passes when, of the tools at hand, the response calls the one that serves the user's request best, or calls none where none is needed. Fails when another tool fits better, when a call serves no purpose, or when the request needs a tool and none is called.",
    source: "Phoenix TOOL_SELECTION; Azure ToolSelection; DeepEval ToolUse",
  }),
  items(
    common,
    {
      items: "arguments of the response's tool calls, and values that the user gave and a call leaves out",
      labels: {
        yes: "the value follows from the conversation: right entity, unit and format",
        no: "it is made up, wrong, in the wrong unit or format, or left out although the user gave it",
        unclear: "the conversation does not settle it and the tool has a default",
      },
      score: shareOfYes,
    },
    0.8,
    {
      name: "tool_argument_correctness",
      title: "Arguments fit the request",
      criterion:
        "The share of arguments that can be traced to what was said: each value is the right one for the right thing, nothing is invented and nothing the user stated is missing.",
      source: "DeepEval ArgumentCorrectness; Phoenix TOOL_INVOCATION; Azure ToolInputAccuracy",
    },
  ),
  yesNo({ ...common, judges: "answer" }, true, {
    name: "tool_response_handling",
    title: "Tool results used correctly",
    criterion:
      "Passes when the answer reports what the tools returned: no decisive value is changed, added or dropped, and no raw internal field is shown to the user. Fails when the answer contradicts a result or goes on as if it were not there.",
    appliesWhen: "the conversation holds at least one tool result",
    source: "Phoenix TOOL_RESPONSE_HANDLING; Azure ToolOutputUtilization",
  }),
  yesNo({ ...common, judges: "texts", tier: 2 }, true, {
    name: "tool_error_handling",
    title: "Tool failure handled honestly",
    criterion:
      "Passes when, after a tool failed, the assistant tries again in a sensible way (at most {max_retries} times), takes another way, or tells the user that it failed. Fails when it makes up a result or claims that the action succeeded.",
    appliesWhen: "a tool result in the conversation is an error or a failure",
    options: { max_retries: z.int().nonnegative().max(20).default(3) },
    source: "TRAIL; promptfoo agentic; MAST verification failures",
  }),
  yesNo({ ...common, judges: "texts", tier: 2 }, true, {
    name: "missing_param_clarified",
    title: "Asks for missing information before calling",
    criterion:
      "Passes when the assistant asks the user for the value it lacks. Fails when it calls the tool with a guess, or turns the request down instead of asking.",
    appliesWhen: "a tool that the request needs has a required argument whose value nothing in the conversation gives",
    source: "BFCL multi_turn miss_param; MINT",
  }),
  levels(
    {
      category: "Function calling",
      fields: ["tools"],
      needs: ["tools"],
      judges: "request",
      mode: "on prompt or tool change",
    },
    {
      1: "purposes are unclear or tools overlap so that one cannot choose",
      3: "usable, with some undescribed parameters or unstated differences",
      5: "every tool has one clear purpose and every parameter its meaning, format and unit; closed sets are enums",
    },
    {
      name: "tool_definitions_quality",
      title: "Tool definitions usable",
      criterion:
        "Rates the list of tools as a model has to read it: is the purpose of each clear, is the difference between similar ones stated, is every parameter described with format and unit, are closed sets of values enums? To be run when the list changes, not for every call.",
      severity: "minor",
      tier: 2,
      source: "Anthropic's guidance on writing tools; BFCL format sensitivity",
    },
  ),
];
