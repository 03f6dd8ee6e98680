import type { Draft } from "./draft.ts";

interface Preset {
  readonly name: string;
  readonly about: string;
  readonly condition?: string;
  readonly checks: readonly string[];
  readonly threshold?: Draft["threshold"];
}

/** Templates of common monitors; each fills a draft to review before saving. */
export const presets: readonly Preset[] = [
  { name: "Refusals", about: "Answers that decline the request", checks: ["model_refusal"] },
  {
    name: "Empty or cut off",
    about: "No content, or the token limit was met",
    checks: ["empty_output", "output_truncated"],
  },
  { name: "Slow answers", about: "Calls of over ten seconds", checks: ["latency"] },
  { name: "Costly calls", about: "Over five cents, or far above the usual", checks: ["total_cost", "cost_anomaly"] },
  { name: "Not JSON", about: "Answers that should be JSON and are not", checks: ["is_json"] },
  {
    name: "Personal data",
    about: "Card, bank and identity numbers, addresses",
    checks: ["pii_credit_card", "pii_iban", "pii_national_id", "pii_us_ssn", "pii_email_address", "pii_phone_number"],
  },
  {
    name: "Not from the context",
    about: "A judge finds claims without a source",
    checks: ["hallucination_vs_context"],
  },
  {
    name: "Loops and failing tools",
    about: "Agents that repeat themselves, tools that fail",
    checks: ["loop_guard", "tool_error_rate"],
  },
  {
    name: "Prompt attacks",
    about: "Text that tries to take over the model",
    checks: ["injection_override_phrase", "injection_in_retrieved_content"],
  },
  {
    name: "Error rate",
    about: "A tenth of an hour's calls fail",
    checks: ["provider_error"],
    threshold: { kind: "rate", share: 0.1, withinMinutes: 60, minDatapoints: 20 },
  },
];
