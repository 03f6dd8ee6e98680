import { readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";

export const arithmeticInTextCorrect = defineCheck({
  ...usually,
  name: "arithmetic_in_text_correct",
  title: "Stated arithmetic is right",
  description:
    "Share of the calculations that the answer writes out (`3 × 4 + 2 = 14`, `15% of 80 = 12`) that are right, to the digits shown. Code is left out.",
  category: "Truthfulness",
  severity: "major",
  output: scored("0..1; pass ≥ 1", "higher"),
  source: "GSM8K calculator annotations; promptfoo",
  options: z.strictObject({ rel_tol: z.number().nonnegative().default(0.005) }),
  evaluate: (subject, { rel_tol: tolerance }) => {
    const output = subject.text("output");
    const text = output.outsideCode;
    if (!/[=%]/.test(text)) return skipped("the answer calculates nothing");
    const stated = [...calculations(text), ...percentages(text)];
    if (stated.length === 0) return skipped("the answer calculates nothing");
    const wrong = stated.filter((each) => !isRight(each, tolerance));
    const evidence = wrong.slice(0, 10).flatMap((each) => {
      const start = output.text.indexOf(each.text);
      return start === -1 ? [] : [output.evidence(start, start + each.text.length)];
    });
    const outcome = within(1 - wrong.length / stated.length, { min: 1 }, "share of right calculations", evidence);
    const [first] = wrong;
    return outcome.kind === "failed" && first
      ? { ...outcome, explanation: `“${first.text}”, but it is ${Number(first.actual.toPrecision(10))}` }
      : outcome;
  },
});

interface Stated {
  readonly text: string;
  readonly actual: number;
  readonly claimed: number;
  readonly decimals: number;
}

// No white space can be matched in two ways: a row of terms without a result would take exponential time.
const number = "(?:[€$£]\\s?)?\\d[\\d,]*(?:\\.\\d+)?";

const sign = "[+\\-−–×x*·÷/:^]";

const operand = `(?:\\({1,20}\\s*)?${number}(?:\\s?%)?(?:\\s*\\)+)?`;

const calculation = new RegExp(
  `(?<![\\w.,^)\\]]|[=/*+-]\\s?|\\d\\s)${operand}(?:\\s*${sign}\\s*${operand}){1,12}\\s*=\\s*([-−]?)\\s?(${number})(?![\\d\\w]|[.,]\\d|\\s*(?:[+×*÷/^−]|x\\s*\\d|-\\s*\\d))`,
  "gi",
);

function calculations(text: string): readonly Stated[] {
  return [...text.matchAll(calculation).take(100)].flatMap((match) => {
    const [whole, minus = "", claimed = ""] = match;
    const left = whole.slice(0, whole.lastIndexOf("="));
    const actual = calculated(left);
    const read = readNumber(claimed.replace(/[€$£\s]/g, ""));
    if (actual === undefined || !read) return [];
    return [{ text: whole.trim(), actual, claimed: minus === "" ? read.value : -read.value, decimals: read.decimals }];
  });
}

function percentages(text: string): readonly Stated[] {
  const pattern = new RegExp(
    `(?<!\\d)(\\d+(?:\\.\\d+)?)\\s?%\\s+(?:of|von|de|di)\\s+(${number})\\s*(?:=|is|equals|ist|sind)\\s*(${number})(?![\\d%]|[.,]\\d)`,
    "gi",
  );
  return [...text.matchAll(pattern).take(100)].flatMap(([whole, share = "", base = "", claimed = ""]) => {
    const [of, read] = [readNumber(base.replace(/[€$£\s]/g, "")), readNumber(claimed.replace(/[€$£\s]/g, ""))];
    if (!of || !read) return [];
    return [
      { text: whole.trim(), actual: (Number(share) / 100) * of.value, claimed: read.value, decimals: read.decimals },
    ];
  });
}

function isRight({ actual, claimed, decimals }: Stated, tolerance: number): boolean {
  const off = Math.abs(actual - claimed);
  return (
    off <= 0.5000001 * 10 ** -decimals - (Number.isInteger(actual) && decimals === 0 ? 0.5 : 0) + 1e-9 ||
    off <= Math.abs(actual) * tolerance
  );
}

/**
 * Evaluates an expression of numbers, signs and brackets with the usual precedence; undefined if it is
 * invalid.
 */
function calculated(expression: string): number | undefined {
  const tokens =
    expression
      .replace(/[€$£]|\s(?=\d)/g, " ")
      .match(/\d[\d,]*(?:\.\d+)?\s?%?|[()+\-−–×x*·÷/:^]/gi)
      ?.map((each) => each.trim()) ?? [];
  let at = 0;
  const value = sum();
  return at === tokens.length && value !== undefined && Number.isFinite(value) ? value : undefined;

  function sum(): number | undefined {
    let left = product();
    while (left !== undefined && /^[+\-−–]$/.test(tokens[at] ?? "")) {
      const minus = tokens[at++] !== "+";
      const right = product();
      left = right === undefined ? undefined : minus ? left - right : left + right;
    }
    return left;
  }

  function product(): number | undefined {
    let left = power();
    while (left !== undefined && /^[×x*·÷/:]$/i.test(tokens[at] ?? "")) {
      const divides = /[÷/:]/.test(tokens[at++] ?? "");
      const right = power();
      left = right === undefined ? undefined : divides ? left / right : left * right;
    }
    return left;
  }

  function power(): number | undefined {
    const base = atom();
    if (base === undefined || tokens[at] !== "^") return base;
    at++;
    const exponent = power();
    return exponent === undefined ? undefined : base ** exponent;
  }

  function atom(): number | undefined {
    const token = tokens[at++] ?? "";
    if (token === "(") {
      const inner = sum();
      return tokens[at++] === ")" ? inner : undefined;
    }
    const read = readNumber(token.replace(/\s?%$/, "").replaceAll(",", ""));
    return read && (token.endsWith("%") ? read.value / 100 : read.value);
  }
}
