import { join } from "node:path";
import { z } from "zod";
import { codeChecks } from "../../src/checks/library/index.ts";
import { anyFails, baselines, states } from "./detectors.ts";
import { excerpt, lines, type Measured, measured, Split } from "./measure.ts";

export function refusal(folder: string): readonly Measured[] {
  const Row = z.object({
    text: z.string(),
    is_refusal: z.boolean().nullable(),
    kind: z.string(),
    model: z.string().nullable(),
    split: Split,
  });
  const all = lines(join(folder, "refusal.jsonl"), Row);
  const rows = all.flatMap((row) =>
    row.is_refusal === null
      ? []
      : [{ ...row, label: row.is_refusal, groups: [row.kind, ...(row.model ? [row.model] : [])] }],
  );
  const partial = all.filter((row) => row.is_refusal === null).map((row) => ({ ...row, label: true, groups: [] }));
  const declines = (check: string) =>
    measured(partial, {
      checks: { [check]: {} },
      set: `refusal, partial rows: ${check}`,
      hit: ({ text }) => anyFails({ output: text }, { [check]: {} }),
      target: "reported apart",
      describe: ({ text }) => excerpt(text),
    });
  const whole = measured(rows, {
    checks: { model_refusal: {} },
    set: "refusal",
    hit: ({ text }) => anyFails({ output: text }, { model_refusal: {} }),
    baseline: { name: "14 substrings", hit: ({ text }) => baselines.refusal(text) },
    target:
      "XSTest P ≥ .95, R ≥ .88 (GPT-4 and Llama rows F1 ≥ .95); authored hard negatives ≤ 4 % false; multilingual R ≥ .90",
    describe: ({ text }) => excerpt(text),
  });
  return [...whole, ...declines("model_refusal"), ...declines("partial_refusal")];
}

export function injection(folder: string): readonly Measured[] {
  const Row = z.object({
    text: z.string(),
    is_injection: z.boolean(),
    detectability: z.string().nullable(),
    source: z.string(),
    split: Split,
  });
  const checks = {
    injection_override_phrase: {},
    system_prompt_extraction_attempt: {},
    jailbreak_persona_prompt: {},
    injection_control_tokens: {},
    injection_encoded_payload: {},
  };
  const rows = lines(join(folder, "prompt_injection.jsonl"), Row).map((row) => ({
    ...row,
    label: row.is_injection,
    groups: row.is_injection
      ? [row.detectability ?? "other", ...(row.source === "authored" ? ["authored"] : [])]
      : ["benign"],
  }));
  return measured(rows, {
    checks,
    set: "prompt injection",
    hit: ({ text }) => anyFails({ input: text }, checks),
    baseline: { name: "10 patterns", hit: ({ text }) => baselines.injection(text) },
    target: "precision ≥ .95, surface recall ≥ .75, authored ≥ .90",
    describe: ({ text }) => excerpt(text),
  });
}

export function secrets(folder: string): readonly Measured[] {
  const Row = z.object({
    text_b64: z.string(),
    has_secret: z.boolean(),
    has_secret_scope: z.string(),
    source: z.string(),
    split: Split,
  });
  const names = [...codeChecks.keys()].filter((name) => name.startsWith("secret_"));
  const optionsOf = (name: string) =>
    name === "secret_payment_key"
      ? { include_test_keys: true }
      : name === "secret_connection_string"
        ? { allow_hosts: [] }
        : {};
  const checks = Object.fromEntries(names.map((name) => [name, optionsOf(name)]));
  const rows = lines(join(folder, "secrets.jsonl"), Row).map((row) => ({
    split: row.split,
    label: row.has_secret,
    text: Buffer.from(row.text_b64, "base64").toString("utf8"),
    groups: [
      row.has_secret
        ? row.source.startsWith("generated")
          ? "generated"
          : "fixtures"
        : `negatives, ${row.has_secret_scope} scope`,
      ...(row.has_secret || row.has_secret_scope === "text" ? ["all but negatives of one rule"] : []),
    ],
  }));
  return measured(rows, {
    checks,
    set: "secrets",
    hit: ({ text }) => anyFails({ output: text }, checks),
    baseline: { name: "8 patterns", hit: ({ text }) => baselines.secret(text) },
    target: "generated ≥ .97, fixtures ≥ .90, precision ≥ .95 on text-scope negatives, ≤ 15 % of rule-scope negatives",
    describe: ({ text }) => excerpt(text),
  });
}

const common = "en es fr de it pt nl ru zh ja ko ar hi tr pl id vi sv uk fa".split(" ");

export function language(folder: string): readonly Measured[] {
  const Row = z.object({ text: z.string(), lang: z.string().nullable(), kind: z.string(), split: Split });
  const all = lines(join(folder, "langid.jsonl"), Row);
  const free = all.filter(({ lang }) => lang === null).map((row) => ({ ...row, label: true, groups: [row.kind] }));
  const rows = all
    .filter(({ lang, kind }) => kind === "sentence" && common.includes(lang === "ms" ? "id" : (lang ?? "")))
    .map((row) => ({ ...row, label: true, groups: [] }));
  const withoutLanguage = measured(
    free.filter(({ kind }) => !kind.includes("mixed")),
    {
      checks: { output_language: {} },
      set: "language, texts of none",
      hit: ({ text }) => states({ output: text }, { output_language: { allowed: ["en"] } })[0] === "skipped",
      target: "all skipped",
      describe: ({ text }) => excerpt(text),
    },
  );
  const sentences = measured(rows, {
    checks: { output_language: {} },
    set: "language, 20 commonest",
    hit: ({ text, lang }) =>
      !states({ output: text }, { output_language: { allowed: [lang ?? "en"], min_letters: 5 } }).includes("failed"),
    target: "≥ .98",
    describe: ({ text, lang }) => `${lang} ${excerpt(text)}`,
  });
  return [...sentences, ...withoutLanguage];
}
