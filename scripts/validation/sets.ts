import { join } from "node:path";
import { z } from "zod";
import { codeChecks } from "../../src/checks/index.ts";
import type { Json } from "../../src/domain/datapoint.ts";
import { anyFails, baselines, states } from "./detectors.ts";
import { begun, lines, type Measured, measured, Split } from "./measure.ts";

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
      told: ({ text }) => begun(text),
    });
  const whole = measured(rows, {
    checks: { model_refusal: {} },
    set: "refusal",
    hit: ({ text }) => anyFails({ output: text }, { model_refusal: {} }),
    baseline: { name: "14 substrings", hit: ({ text }) => baselines.refusal(text) },
    target:
      "XSTest P ≥ .95, R ≥ .88 (GPT-4 and Llama rows F1 ≥ .95); authored hard negatives ≤ 4 % false; multilingual R ≥ .90",
    told: ({ text }) => begun(text),
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
    told: ({ text }) => begun(text),
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
    told: ({ text }) => begun(text),
  });
}

const regions =
  "US GB DE FR ES IT IN BR AU CA MX CH AT NL BE SE NO DK FI PL PT IE NZ ZA JP CN IL HU CZ SI HR UY AR CL CO CY GR TR PH EE LT LV TN VN IS LU MT".split(
    " ",
  );
const personal: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>> = {
  EMAIL_ADDRESS: { pii_email_address: { ignore_example: false } },
  CREDIT_CARD: { pii_credit_card: {} },
  IBAN_CODE: { pii_iban: { ignore_example: false } },
  US_SSN: { pii_us_ssn: { require_context_for_plain: false } },
  IP_ADDRESS: { pii_ip_address: { include_private: true } },
  PHONE_NUMBER: { pii_phone_number: { regions } },
  ...Object.fromEntries(
    Object.entries({
      ES_NIF: "ES",
      ES_NIE: "ES",
      IT_FISCAL_CODE: "IT",
      DE_TAX_ID: "DE",
      DE_SOCIAL_SECURITY: "DE",
      PL_PESEL: "PL",
      SE_PERSONNUMMER: "SE",
      FI_PERSONAL_IDENTITY_CODE: "FI",
      UK_NINO: "GB",
      UK_NHS: "GB",
      TR_NATIONAL_ID: "TR",
      IN_AADHAAR: "IN",
      IN_PAN: "IN",
      KR_RRN: "KR",
      SG_NRIC_FIN: "SG",
      TH_TNIN: "TH",
      ZA_ID_NUMBER: "ZA",
      AU_TFN: "AU",
      AU_MEDICARE: "AU",
      CA_SIN: "CA",
    }).map(([entity, country]) => [entity, { pii_national_id: { countries: [country] } }]),
  ),
};

const PersonalRow = z.object({
  text: z.string(),
  scope: z.string(),
  target_entity: z.string().nullable(),
  contains_target: z.boolean().nullable(),
  weak_pattern: z.boolean().nullish(),
  spans: z.array(z.object({ type: z.string() })),
  split: Split,
});

/** Types whose pattern alone says little, and the check that looks for them beside a word that says what they are. */
const weakTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "US_PASSPORT UK_PASSPORT DE_PASSPORT ES_PASSPORT IT_PASSPORT IN_PASSPORT KR_PASSPORT"
      .split(" ")
      .map((type) => [type, "pii_passport_number"]),
  ),
  US_DRIVER_LICENSE: "pii_driver_licence",
  IT_DRIVER_LICENSE: "pii_driver_licence",
  DE_FUEHRERSCHEIN: "pii_driver_licence",
  UK_VEHICLE_REGISTRATION: "pii_vehicle_registration",
  DE_KFZ: "pii_vehicle_registration",
  US_BANK_NUMBER: "pii_bank_account",
  ABA_ROUTING_NUMBER: "pii_bank_account",
};

export function personalData(folder: string): readonly Measured[] {
  const all = lines(join(folder, "pii.jsonl"), PersonalRow);
  const strict = ({ weak_pattern: isWeak }: z.infer<typeof PersonalRow>) => isWeak !== true;
  const rowsOf = (type: string) =>
    all
      .filter((row) => row.scope !== "single_entity" || row.target_entity === type)
      .map((row) => ({
        ...row,
        type,
        label:
          row.scope === "single_entity" ? row.contains_target === true : row.spans.some((span) => span.type === type),
        groups: [type],
      }));
  const types = Object.keys(personal);
  const measure = (set: string, rows: ReturnType<typeof rowsOf>, target: string) =>
    measured(rows, {
      checks: Object.assign({}, ...new Set(rows.map(({ type }) => personal[type]))),
      set,
      checksOf: (type) => Object.keys(personal[type] ?? {}),
      hit: ({ text, type }) => anyFails({ output: text }, personal[type] ?? {}),
      target,
      told: ({ text }) => begun(text),
    });
  return [
    ...measure(
      "personal data with a check digit or a strict format",
      types.filter((type) => type !== "PHONE_NUMBER").flatMap((type) => rowsOf(type).filter(strict)),
      "P ≥ .98, R ≥ .95",
    ),
    ...measured(
      Object.keys(weakTypes).flatMap((type) => rowsOf(type)),
      {
        checks: Object.fromEntries(Object.values(weakTypes).map((name) => [name, {}])),
        set: "personal data whose pattern alone says little",
        checksOf: (type) => [weakTypes[type] ?? ""],
        hit: ({ text, type }) => anyFails({ output: text }, { [weakTypes[type] ?? ""]: {} }),
        target: "P ≥ .9, recall reported",
        told: ({ text }) => begun(text),
      },
    ),
    ...measure("phone numbers", rowsOf("PHONE_NUMBER"), "P ≥ .9, R ≥ .8 with regions set"),
  ];
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
      told: ({ text }) => begun(text),
    },
  );
  const sentences = measured(rows, {
    checks: { output_language: {} },
    set: "language, 20 commonest",
    hit: ({ text, lang }) =>
      !states({ output: text }, { output_language: { allowed: [lang ?? "en"], min_letters: 5 } }).includes("failed"),
    target: "≥ .98",
    told: ({ text, lang }) => `${lang} ${begun(text)}`,
  });
  return [...sentences, ...withoutLanguage];
}
