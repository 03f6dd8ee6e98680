import { isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";
import { ifbenchFormat } from "./instruction-set/ifbench-format.ts";
import { ifbenchWords } from "./instruction-set/ifbench-words.ts";
import { ifeval } from "./instruction-set/ifeval.ts";
import type { Follows } from "./instruction-set/instruction-text.ts";

const known: ReadonlyMap<string, Follows> = new Map(Object.entries({ ...ifeval, ...ifbenchWords, ...ifbenchFormat }));

const Instruction = z.strictObject({
  instruction_id: z.string().min(1),
  kwargs: z.record(z.string(), z.json()).default({}),
});

export const verifiableInstructionSet = defineCheck({
  ...usually,
  name: "verifiable_instruction_set",
  title: "Set of verifiable instructions",
  description:
    "Share of instructions, in the notation of IFEval and IFBench, that the answer follows; of the option, or `instructions` of the expected result. Loosely an answer also counts without its first line, its last line or its asterisks. An instruction that needs a tagger (`words:start_verb`) is not judged.",
  category: "Verifiable instructions",
  severity: "major",
  costClass: "medium",
  needs: ["config"],
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "IFEval (Zhou et al. 2023); IFBench (Pyatkin et al. 2025)",
  options: z.strictObject({
    instructions: z.array(Instruction).max(100).default([]),
    loose: z.boolean().default(false),
  }),
  evaluate: (subject, { instructions, loose }) => {
    const requested = instructions.length > 0 ? instructions : expectedInstructions(subject.expected);
    if (requested.length === 0) return skipped("no instructions are given");
    const judged = requested.flatMap(({ instruction_id: id, kwargs }) => {
      const follows = known.get(id);
      return follows ? [{ id, follows, kwargs }] : [];
    });
    if (judged.length === 0)
      return skipped(
        `none of the instructions can be judged: ${requested.map((each) => each.instruction_id).join(", ")}`,
      );
    const forms = loose ? looseForms(subject.output) : [subject.output];
    const broken = judged.filter(
      ({ follows, kwargs }) => !forms.some((form) => form.trim() !== "" && follows(form, kwargs)),
    );
    const outcome = within(1 - broken.length / judged.length, { min: 1 }, "share of instructions followed");
    return outcome.kind === "failed"
      ? { ...outcome, explanation: `not followed: ${broken.map(({ id }) => id).join(", ")}` }
      : outcome;
  },
});

/** IFEval's loose forms: without the first line, the last, both, and each of these without asterisks. */
function looseForms(text: string): readonly string[] {
  const lines = text.split("\n");
  const cut = [
    text,
    lines.slice(1).join("\n").trim(),
    lines.slice(0, -1).join("\n").trim(),
    lines.slice(1, -1).join("\n").trim(),
  ];
  return cut.flatMap((each) => [each, each.replaceAll("*", "")]);
}

/** Reads `{instructions: […]}`, or IFEval's own `{instruction_id_list, kwargs}`. */
function expectedInstructions(expected: JsonValue | undefined): readonly z.output<typeof Instruction>[] {
  const listed = member(expected, "instructions");
  if (Array.isArray(listed)) return listed.flatMap((each: JsonValue) => Instruction.safeParse(each).data ?? []);
  const [ids, kwargs] = [member(expected, "instruction_id_list"), member(expected, "kwargs")];
  if (!Array.isArray(ids)) return [];
  return (ids as readonly JsonValue[]).flatMap((id, at) => {
    const given = Array.isArray(kwargs) ? (kwargs as readonly JsonValue[])[at] : undefined;
    return Instruction.safeParse({ instruction_id: id, kwargs: isJsonObject(given) ? given : {} }).data ?? [];
  });
}
