import { evaluatePolicy } from "../../policy/evaluate-policy.ts";
import { policyRule } from "../../policy/policy-rule.ts";
import { defineCheck, z } from "../definition.ts";
import { agentSpans } from "./shared-properties.ts";

const Rule = z
  .string()
  .min(1)
  .max(1000)
  .superRefine((text, context) => {
    const rule = policyRule(text);
    if (typeof rule === "object") context.addIssue(rule.problem);
  });

export const tracePolicy = defineCheck({
  ...agentSpans,
  name: "trace_policy",
  title: "Trace follows the policy",
  description:
    "Every rule holds for the steps of the trace, by their times: `tool:refund only after tool:check_identity status:ok`, `step:retrieval before step:answer`, `never tool:ship after (tool:charge status:error)`, `tool:send_email at most once`, `step:tool at least 1`. The parts are queries over steps: `step` (tool, agent, retrieval, chain, app, call, answer), `tool`, `name`, `status`, `latency`, `attr.<name>`. The verdict is that of the call to which the first violating step belongs, else of the last call.",
  severity: "critical",
  needs: ["trace", "config"],
  targets: ["tool_calls"],
  source: "linear temporal rules over tool calls",
  options: z.strictObject({ rules: z.array(Rule).max(50).default([]) }),
  evaluate: (subject, { rules }) => evaluatePolicy(subject, rules),
});
