import { z } from "zod";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = {
  category: "Conversation",
  fields: ["system", "conversation"],
  judges: "texts",
  pack: "conversation",
};
const single: Common = { category: "Conversation", fields: ["system", "conversation"], judges: "texts", tier: 2 };

/** Returns the F1 of in-scope answering: right answers against wrong answers and wrong refusals. */
function scopeF1(labels: readonly string[]): number | undefined {
  const count = (wanted: string) => labels.filter((label) => label === wanted).length;
  const right = count("in_answered") + count("out_declined");
  const wrong = count("out_answered") + count("in_declined");
  return right + wrong === 0 ? undefined : (2 * right) / (2 * right + wrong);
}

/** Judge checks that require the whole conversation. */
export const conversation = [
  items(
    common,
    {
      items: "things the user wanted in the course of the conversation",
      labels: { yes: "satisfied at its end", no: "not satisfied" },
      score: shareOfYes,
    },
    0.8,
    {
      name: "conversation_completeness",
      title: "All user intentions met",
      criterion: "The share of what the user wanted that is satisfied when the conversation ends.",
      source: "DeepEval ConversationCompleteness; Opik",
    },
  ),
  items(
    common,
    {
      items: "facts that the user told about themselves or the matter",
      labels: { yes: "kept to in all later turns", no: "forgotten, asked for again or altered in a later turn" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "knowledge_retention",
      title: "Remembers what the user said",
      criterion:
        "The share of facts from the user that no later turn of the assistant forgets, asks for again or changes.",
      source: "DeepEval KnowledgeRetention",
    },
  ),
  items(
    common,
    {
      items: "turns of the assistant",
      labels: { yes: "in keeping with the role", no: "out of role" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "role_adherence",
      title: "Stays in role",
      criterion: "The share of the assistant's turns that are in keeping with the role it was given.",
      settings: { role: "The role" },
      source: "DeepEval RoleAdherence",
    },
  ),
  items(
    common,
    {
      items: "requests of the user",
      labels: {
        in_answered: "on the list of topics, and answered",
        in_declined: "on the list, and declined",
        out_declined: "not on the list, and declined",
        out_answered: "not on the list, and answered",
      },
      score: scopeF1,
    },
    0.9,
    {
      name: "topic_adherence",
      title: "Stays on allowed topics",
      criterion: "Whether requests on the listed topics are answered and all others declined.",
      settings: { topics: "The topics" },
      source: "Ragas TopicAdherence; NeMo topical rails",
    },
  ),
  yesNo(common, false, {
    name: "user_frustration",
    title: "User frustrated",
    criterion:
      "True when the user's turns show annoyance that the assistant caused: the same request again, sarcasm, a complaint, giving up. Annoyance about something else does not count.",
    source: "Phoenix USER_FRICTION; Opik; LangSmith",
  }),
  yesNo({ ...common, tier: 2 }, false, {
    name: "contradiction_across_turns",
    title: "Contradicts an earlier turn",
    criterion:
      "True when a statement of the assistant conflicts with an earlier one of its own and it does not say that it corrects itself. Quote both.",
    source: "DECODE; MAST",
  }),
  yesNo({ ...common, tier: 2 }, true, {
    name: "resolution_first_contact",
    title: "Resolved without hand-over",
    criterion:
      "Passes when the matter is settled inside this conversation, without handing over, calling back or starting again.",
    source: "the support metric first contact resolution; Okareo",
  }),
  yesNo({ ...single, severity: "minor" }, true, {
    name: "correction_accepted",
    title: "Takes correction well",
    criterion:
      "Passes when the assistant puts the mistake right everywhere it matters and does not drown it in apologies.",
    appliesWhen: "the user rightly corrects the assistant",
    source: "MINT, multi-turn refinement",
  }),
  yesNo({ ...single, severity: "minor" }, true, {
    name: "topic_switch_handled",
    title: "Follows a change of topic",
    criterion: "Passes when the assistant follows and keeps in mind what is still open.",
    appliesWhen: "the user changes the topic or comes back to one",
    source: "MT-Eval; Okareo drivers",
  }),
  yesNo({ ...single, severity: "minor" }, false, {
    name: "question_overload",
    title: "Asks too much at once",
    criterion:
      "True when one turn of the assistant asks for more than {max} separate things that could be asked one after the other.",
    options: { max: z.int().positive().max(20).default(2) },
    source: "practice of voice and support assistants",
  }),
  items(
    single,
    {
      items: "elements that the script demands",
      labels: {
        yes: "said or done at the right time",
        no: "missing or at the wrong time",
        unclear: "its occasion did not come up",
      },
      score: shareOfYes,
    },
    0.9,
    {
      name: "script_adherence",
      title: "Script followed",
      criterion:
        "The share of the script's elements (greeting, disclosures, questions in their order, summary, farewell) that the assistant delivered when due.",
      settings: { script: "The script" },
      source: "quality assurance in contact centres; Okareo behavior_adherence",
    },
  ),
  yesNo({ ...common, tier: 2 }, true, {
    name: "intent_understood",
    title: "Intent understood",
    criterion:
      "Passes when the assistant acts on what the user means, also where it is put indirectly, misspelt or mixed with other requests.",
    source: "Azure IntentResolution",
  }),
  items(
    { ...common, tier: 2 },
    {
      items: "turns of the assistant",
      labels: { yes: "it responds to what was said last", no: "it does not" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "turn_relevancy",
      title: "Each turn relevant",
      criterion: "The share of the assistant's turns that respond to what was said last, given what was said before.",
      source: "DeepEval TurnRelevancy",
    },
  ),
  levels(
    { ...common, tier: 2 },
    { 1: "leaves angry", 2: "dissatisfied", 3: "nothing shows it either way", 4: "satisfied", 5: "delighted" },
    {
      name: "user_satisfaction",
      title: "User satisfied at the end",
      criterion:
        "Estimates how satisfied the user is at the end, from how they react and not from how good the answers are.",
      source: "UpTrain ConversationSatisfaction; SPUR",
    },
  ),
];
