import type { Measured } from "./measure.ts";
import type { Share, SplitMetric } from "./split-metrics.ts";

/** One requirement of a release: a share of the test split, or an F1, with its bound. */
export interface Criterion {
  readonly checks: string;
  readonly what: string;
  readonly bound: string;
  readonly value: string;
  readonly baseline: string;
  readonly isMet: boolean;
}

type Of = "precision" | "recall" | "falsePositives";

/** Compares the requirements of a release with the measurements. Missing sets are left out. */
export function acceptance(all: readonly Measured[]): readonly Criterion[] {
  const metrics = all.flatMap((each) => each.metrics);
  const metricOf = (set: string, group: string, check?: string) =>
    metrics.find(
      (each) =>
        each.set === set &&
        each.group === group &&
        each.split !== "dev" &&
        (each.split === "test" || check === undefined || each.checks.includes(check)),
    );

  const share = (checks: string, what: string, [set, group, of]: readonly [string, string, Of], bound: string) => {
    const metric = metricOf(set, group, checks);
    const measured = metric?.[of];
    if (!metric || !measured) return [];
    const simple = of === "falsePositives" ? undefined : metric.baseline?.[of];
    return [
      {
        checks,
        what,
        bound,
        value: shown(measured),
        baseline: simple ? `${simple.value.toFixed(3)} (${metric.baseline?.name})` : "",
        isMet: meets(measured.value, bound),
      },
    ];
  };
  const f1 = (set: string, group: string, bound: string): readonly Criterion[] => {
    const metric = metricOf(set, group);
    if (!metric) return [];
    const value = f1Of(metric.counts);
    const what = `XSTest, ${group}: F1`;
    const n = Object.values(metric.counts).reduce((sum, each) => sum + each, 0);
    return [
      {
        checks: "model_refusal",
        what,
        bound,
        value: `${value.toFixed(3)} (n=${n})`,
        baseline: "",
        isMet: meets(value, bound),
      },
    ];
  };
  const suite = (checks: string, set: string, bound = "≥ 1") => [
    ...share(checks, `${set}: true ones`, [set, "all", "recall"], bound),
    ...share(checks, `${set}: false ones taken for true`, [set, "all", "falsePositives"], "≤ 0"),
  ];
  const calls = [
    "is_function_correct",
    "are_required_params_present",
    "are_all_params_expected",
    "do_param_values_match",
  ];
  const ordinary = metrics
    .filter(({ set, group, target }) => set === "ordinary traffic" && group === "all answers" && target !== undefined)
    .toSorted((one, other) => (other.falsePositives?.value ?? 0) - (one.falsePositives?.value ?? 0));
  return [
    ...share("model_refusal", "XSTest: precision", ["refusal", "model_completion", "precision"], "≥ .95"),
    ...share("model_refusal", "XSTest: recall", ["refusal", "model_completion", "recall"], "≥ .88"),
    ...["gpt4", "llama2new", "llama2orig"].flatMap((model) => f1("refusal", model, "≥ .95")),
    ...share("model_refusal", "hard negatives", ["refusal", "authored_hard_negative", "falsePositives"], "≤ .04"),
    ...share(
      "model_refusal",
      "authored, other languages: recall",
      ["refusal", "authored_refusal_multilingual", "recall"],
      "≥ .90",
    ),
    ...calls.flatMap((name) => suite(name, `function calls: ${name}`)),
    ...share("injection family", "precision", ["prompt injection", "all", "precision"], "≥ .95"),
    ...share("injection family", "surface recall", ["prompt injection", "surface", "recall"], "≥ .75"),
    ...share("injection family", "authored obfuscations", ["prompt injection", "authored", "recall"], "≥ .90"),
    ...share("injection family", "semantic recall", ["prompt injection", "semantic", "recall"], "reported"),
    ...share("secrets family", "generated: recall", ["secrets", "generated", "recall"], "≥ .97"),
    ...share("secrets family", "fixtures: recall", ["secrets", "fixtures", "recall"], "≥ .90"),
    ...share(
      "secrets family",
      "precision, text-scope negatives",
      ["secrets", "all but negatives of one rule", "precision"],
      "≥ .95",
    ),
    ...share("secrets family", "rule-scope negatives", ["secrets", "negatives, rule scope", "falsePositives"], "≤ .15"),
    ...share(
      "personal data, strict",
      "precision",
      ["personal data with a check digit or a strict format", "all", "precision"],
      "≥ .98",
    ),
    ...share(
      "personal data, strict",
      "recall",
      ["personal data with a check digit or a strict format", "all", "recall"],
      "≥ .95",
    ),
    ...share(
      "personal data beside a word",
      "precision",
      ["personal data whose pattern alone says little", "all", "precision"],
      "≥ .9",
    ),
    ...share(
      "personal data beside a word",
      "recall",
      ["personal data whose pattern alone says little", "all", "recall"],
      "reported",
    ),
    ...share("pii_phone_number", "precision", ["phone numbers", "all", "precision"], "≥ .9"),
    ...share("pii_phone_number", "recall", ["phone numbers", "all", "recall"], "≥ .8"),
    ...share("output_language", "20 commonest: recall", ["language, 20 commonest", "all", "recall"], "≥ .98"),
    ...share(
      "output_language",
      "texts of no language are skipped",
      ["language, texts of none", "all", "recall"],
      "≥ 1",
    ),
    ...suite("is_json", "JSONTestSuite"),
    ...suite("json_duplicate_keys", "JSONTestSuite, keys that stand twice"),
    ...suite("json_schema_match, tool schemas", "JSON-Schema-Test-Suite draft2020-12"),
    ...suite("json_schema_match, tool schemas", "JSON-Schema-Test-Suite draft7"),
    ...share(
      "verifiable_instruction_set",
      "IFBench, strict: followed",
      ["IFBench, strict", "all", "recall"],
      "reported",
    ),
    ...share("verifiable_instruction_set", "IFBench, loose: followed", ["IFBench, loose", "all", "recall"], "reported"),
    ...share("sql_parses", "statements of identity.sql", ["sqlglot identity.sql", "statements", "recall"], "≥ .85"),
    ...share("sql_parses", "all lines of identity.sql", ["sqlglot identity.sql", "all", "recall"], "≥ .85"),
    ...ordinary.flatMap(({ checks: [name = ""], set, group }) =>
      share(name, "fires on ordinary answers", [set, group, "falsePositives"], "≤ .02"),
    ),
  ];
}

export function f1Of({ tp, fp, fn }: SplitMetric["counts"]): number {
  return tp === 0 ? 0 : (2 * tp) / (2 * tp + fp + fn);
}

export function shown(share: Share | undefined): string {
  return share ? `${share.value.toFixed(3)} (${share.low.toFixed(3)}–${share.high.toFixed(3)}, n=${share.of})` : "";
}

/** Checks a bound such as `≥ .95` or `≤ .02`; a value without a bound always passes. */
function meets(value: number, bound: string): boolean {
  const [, sign, limit] = /^([≥≤]) ([\d.]+)$/.exec(bound) ?? [];
  if (sign === undefined) return true;
  return sign === "≥" ? value >= Number(limit) : value <= Number(limit);
}
