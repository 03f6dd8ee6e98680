import { PreparedText, phraseIn, phrasePattern, textOf } from "../../../datapoints/index.ts";
import { matchesGlob } from "../../../platform/text/glob.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { asksForHuman } from "./asks-for-human.ts";
import { humanContact } from "./shared-properties.ts";

export const escalationHonoured = defineCheck({
  ...humanContact,
  name: "escalation_honoured",
  title: "Request for a human honoured",
  description:
    "Within `max_turns` answers after the user asked for a person, the assistant hands over: it calls a tool for it, or announces it.",
  targets: ["conversation"],
  source: "support policy",
  options: z.strictObject({
    max_turns: z.int().positive().default(2),
    tools: z.array(z.string()).default(["*transfer*", "*handoff*", "*hand_off*", "*escalat*", "*human*", "*agent*"]),
  }),
  evaluate: ({ conversation }, { max_turns: maxTurns, tools }) => {
    const requestIndex = conversation.findIndex(
      (message) => message.role === "user" && phraseIn(new PreparedText("input", textOf(message)), asksForHuman),
    );
    if (requestIndex === -1) return skipped("the user does not ask for a person");
    const answers = conversation.slice(requestIndex + 1).filter(({ role }) => role === "assistant");
    const handOver = answers.slice(0, maxTurns).find((message) => {
      const called = message.parts.some(
        (part) => part.type === "tool_call" && tools.some((glob) => matchesGlob(glob, part.name)),
      );
      return called || handsOver.test(new PreparedText("output", textOf(message)).phrased);
    });
    if (handOver) return property(true, "the assistant hands over");
    if (answers.length < maxTurns)
      return skipped(`only ${answers.length} of ${maxTurns} answers came since the user asked for a person`);
    return property(false, `no hand-over within ${maxTurns} answers`);
  },
});

const handsOver = phrasePattern([
  "(?:i'm|i am|i'll|i will|let me|i can|i have|i've|we'll|we will|going to) (?:now |be |just |happily )*(?:transfer|transferring|transferred|connect|connecting|connected|escalat(?:e|ed|ing)|hand(?:ing)? (?:you |this )?over|pass(?:ing|ed)?|put(?:ting)?|forward(?:ing|ed)?|rout(?:e|ing))",
  "(?:human|live|support|our) (?:agent|representative|specialist|colleague|team|member)[^.]{0,60} (?:will|shortly|soon|is going to) (?:\\w+ )?(?:contact|reach|join|assist|help|take over|be with|get in touch|call)",
  "(?:ich|wir) (?:verbinde|leite|übergebe|verbinden|leiten|werde[^.]{0,40}(?:verbinden|weiterleiten|übergeben))",
  "je (?:vous|te) (?:transfère|mets en relation|connecte)|je (?:vais|transfère)[^.]{0,30}(?:transférer|mettre en relation|conseiller)",
  "(?:te|le|lo|la) (?:transfiero|comunico|conecto|paso)|voy a (?:transferir|conectar|comunicar|pasar)",
  "(?:la|ti) (?:trasferisco|metto in contatto|passo)|vou (?:te |lhe |o |a )?(?:transferir|conectar|encaminhar)",
  "ik (?:verbind|schakel) (?:u|je)",
]);
