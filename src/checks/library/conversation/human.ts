import { z } from "zod";
import { phraseIn, phrasePattern } from "../../../datapoints/text/phrases.ts";
import { PreparedText } from "../../../datapoints/text/prepared-text.ts";
import { textOf } from "../../../datapoints/traces/subject.ts";
import { matchesGlob } from "../../../platform/text/glob.ts";
import { defineCheck, passesWhenFalse, passesWhenTrue, usually } from "../../check.ts";
import { OwnPhrases } from "../../check-options.ts";
import { defect, property, skipped } from "../../verdicts/outcome.ts";
import { userTurns } from "./turns.ts";

const common = { ...usually, category: "Conversation", severity: "major", judges: "request" } as const;

export const humanRequested = defineCheck({
  ...common,
  name: "human_requested",
  title: "User asks for a human",
  description: "The last user message requests a person instead of the assistant, in one of seven languages.",
  targets: ["input"],
  output: passesWhenFalse,
  source: "containment metrics of support bots",
  options: z.strictObject({ list: OwnPhrases }),
  evaluate: (subject, { list }) => {
    if (subject.input === "") return skipped("there is no user message");
    const found = phraseIn(subject.text("input"), asksForHuman, list);
    if (!found) return defect(false, "no person is requested");
    const times = subject.once(userTurns).filter((turn) => phraseIn(turn, asksForHuman, list)).length;
    return defect(true, `“${found.text}”${times > 1 ? `, for the ${times}th time` : ""}`, [found.evidence]);
  },
});

export const escalationHonoured = defineCheck({
  ...common,
  name: "escalation_honoured",
  title: "Request for a human honoured",
  description:
    "Within `max_turns` answers after the user asked for a person, the assistant hands over: it calls a tool for it, or announces it.",
  targets: ["conversation"],
  output: passesWhenTrue,
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

const person =
  "(?:(?:a |an |the |some |your |another |any |real |live |actual |human )*(?:human|person|agent|representative|rep|manager|supervisor|operator|advisor|someone real|customer (?:service|support)|support (?:agent|team|person)|staff member|employee))";
const asksForHuman = phrasePattern([
  `(?:speak|talk|chat|connect(?:ed)?|get|transfer(?:red)?|put|escalate|reach|contact|see|pass me) ?(?:me|this|us|it|through|on)? ?(?:to|with|a hold of|hold of|over to|through to)? ?${person}`,
  `(?:i (?:want|need|demand|prefer|would like|'d like)|can i (?:have|get)|could i (?:have|get)|give me|get me|let me (?:have|get)|is there) (?:to (?:speak|talk|chat) (?:to|with) )?${person}`,
  `(?:human|live agent|real person|representative|operator|agent),? please`,
  "(?:not|stop being|tired of|hate|no more|instead of) (?:talking to |speaking to |speaking with |a |an |this |the )*(?:bot|chatbot|robot|machine|ai),? ?(?:please)?",
  "(?:mit einem|einen|einen echten|mit einem echten|mit einer|eine) (?:\\p{L}+ )?(?:menschen|mitarbeiter(?:in)?|berater(?:in)?|person|sachbearbeiter|vorgesetzten) (?:sprechen|reden|verbinden|verbunden|haben|chatten)",
  "(?:verbinden sie|verbinde) mich",
  "(?:parler|discuter|échanger|être mis en relation) (?:à|avec) (?:un|une|quelqu'un)(?: (?:vrai |vraie )?(?:humain|personne|conseill(?:er|ère)|agent|responsable|opérateur))?",
  "(?:hablar|comunicarme|chatear) con (?:un|una|alguien|el|la) ?(?:humano|persona|agente|representante|asesor|operador|supervisor|encargado)?",
  "(?:parlare|essere messo in contatto) con (?:un|una|un'|qualcuno) ?(?:umano|persona|operatore|operatrice|addetto|responsabile)?",
  "(?:falar|conversar) com (?:um|uma|alguém) ?(?:humano|pessoa|atendente|agente|representante|responsável)?",
  "(?:met een|een) (?:echte? )?(?:mens|medewerker|persoon|manager) (?:spreken|praten|chatten)",
]);

const handsOver = phrasePattern([
  "(?:i'm|i am|i'll|i will|let me|i can|i have|i've|we'll|we will|going to) (?:now |be |just |happily )*(?:transfer|transferring|transferred|connect|connecting|connected|escalat(?:e|ed|ing)|hand(?:ing)? (?:you |this )?over|pass(?:ing|ed)?|put(?:ting)?|forward(?:ing|ed)?|rout(?:e|ing))",
  "(?:human|live|support|our) (?:agent|representative|specialist|colleague|team|member)[^.]{0,60} (?:will|shortly|soon|is going to) (?:\\w+ )?(?:contact|reach|join|assist|help|take over|be with|get in touch|call)",
  "(?:ich|wir) (?:verbinde|leite|übergebe|verbinden|leiten|werde[^.]{0,40}(?:verbinden|weiterleiten|übergeben))",
  "je (?:vous|te) (?:transfère|mets en relation|connecte)|je (?:vais|transfère)[^.]{0,30}(?:transférer|mettre en relation|conseiller)",
  "(?:te|le|lo|la) (?:transfiero|comunico|conecto|paso)|voy a (?:transferir|conectar|comunicar|pasar)",
  "(?:la|ti) (?:trasferisco|metto in contatto|passo)",
  "vou (?:te |lhe |o |a )?(?:transferir|conectar|encaminhar)",
  "ik (?:verbind|schakel) (?:u|je)",
]);
