import { defect, defineCheck, passesWhenFalse, z } from "../definition.ts";
import { phrases } from "./first-phrase.ts";
import { boilerplate } from "./shared-properties.ts";

export const closingBoilerplate = defineCheck({
  ...boilerplate,
  name: "closing_boilerplate",
  title: "Closing boilerplate",
  description:
    "The last sentence is only boilerplate: let me know if …, hope this helps, feel free to ask, is there anything else, in seven languages or one of `list`.",
  output: passesWhenFalse,
  source: "style rules of assistants",
  options: z.strictObject({ list: phrases }),
  evaluate: (subject, { list }) => {
    const output = subject.text("output");
    const last = output.phrased.trimEnd().slice(-200);
    const match = closing.exec(last)?.[0] ?? list.find((one) => last.includes(one.toLowerCase()));
    return defect(match !== undefined, match === undefined ? "no boilerplate" : `ends with “${match}”`);
  },
});

const closing =
  /(?:let me know if|(?:i )?hope (?:this|that) helps|feel free to (?:ask|reach out|contact|let)|don't hesitate to|is there anything else|happy to help (?:with|further)|lassen sie (?:es )?mich wissen|melden sie sich (?:gern|jederzeit)|kann ich (?:ihnen|dir) sonst noch|ich hoffe, das hilft|n'hésitez pas|j'espère que cela (?:vous )?aide|no dude en|espero que (?:esto )?(?:te|le) (?:sirva|ayude)|espero ter ajudado|fico à disposição|spero (?:che )?(?:questo )?(?:ti|le) (?:sia|aiuti)|non esitare|если (?:у вас )?(?:есть|возникнут|появятся) вопросы|他に(?:何か)?ご質問|希望(?:这|以上)[^。]{0,10}有帮助)[^.!?。！？]{0,120}[.!?。！？]?$/u;
