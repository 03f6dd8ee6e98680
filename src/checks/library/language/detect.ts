import { createRequire, findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { Failure } from "../../../platform/failure.ts";

/** Returns the ISO 639-1 code of a text's language, or undefined if it is unclear. */
type Detect = (text: string) => string | undefined;

/**
 * Texts in a script of a single language are decided by the script. Others go to the n-gram detector, whose
 * tables take 0.2 s and some 126 MB, so they are loaded on first use.
 */
export const detectLanguage: Detect = (text) => {
  const prose = withoutBareCode(text.slice(0, 8000))
    .replace(/https?:\/\/\S+|[^\s@]{1,64}@[^\s@]{1,255}/g, " ")
    .replace(/["“«„][^"”»“\n]{1,200}["”»“]/g, (quote) => (quote.length * 2 > text.length ? quote : " "))
    .slice(0, 4000);
  const letters = letterCount(prose);
  if (letters === 0) return undefined;
  for (const [language, script] of ownScripts) {
    const share = (prose.match(script)?.length ?? 0) / letters;
    if (share > (language === "ja" ? 0.08 : 0.5)) return language;
  }
  const { language } = detector().detect(prose);
  return language === "" ? undefined : (sameLanguage.get(language) ?? language);
};

/** Counts the letters and ideographs of a text. */
export function letterCount(text: string): number {
  // Counts runs, because an array of two thousand letters is slower than the scan.
  return text.match(/\p{L}+/gu)?.reduce((sum, run) => sum + lettersOf(run), 0) ?? 0;
}

const lettersOf = (run: string) => (/[\ud800-\udbff]/.test(run) ? Array.from(run).length : run.length);

/** Removes lines that are code outside a fence: their English keywords would distort detection. */
export function withoutBareCode(prose: string): string {
  if (!/[;{}()=]/.test(prose) && !bareSql.test(prose)) return prose;
  return prose
    .split("\n")
    .filter((line) => !bareCode.test(line) && !bareSql.test(line))
    .join("\n");
}

const bareCode =
  /^\s*(?:(?:import|from|def|class|const|let|var|function|return|if|for|while|public|private|static|async|print|echo|using|namespace|package|#include)\b[^.!?]{0,300}[=({:;]|[\w.$]{1,80}(?:\[[^\]]{0,80}\])?\s?(?:[-+*/|&]?=|=>)\s?\S|[\w.]{1,80}\([^)]{0,300}\)\s?[;{:]?$|[})\];]+\s*$|<\/?\w[^>]{0,200}>\s*$)|=>|[(){}=][^.!?]{0,200};\s*$/;

const bareSql =
  /^[^\S\n]{0,99}(?:SELECT\b.{1,500}\bFROM|INSERT INTO|UPDATE\b.{1,200}\bSET|DELETE FROM|(?:CREATE|ALTER|DROP) (?:TABLE|VIEW|INDEX))\b/m;

/** Pairs of languages that detectors confuse count as one language. */
export const sameLanguage = new Map([
  ["ms", "id"],
  ["no", "nb"],
]);

const ownScripts: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["ka", /\p{Script=Georgian}/gu],
  ["hy", /\p{Script=Armenian}/gu],
  ["ta", /\p{Script=Tamil}/gu],
  ["te", /\p{Script=Telugu}/gu],
  ["kn", /\p{Script=Kannada}/gu],
  ["ml", /\p{Script=Malayalam}/gu],
  ["gu", /\p{Script=Gujarati}/gu],
  ["pa", /\p{Script=Gurmukhi}/gu],
  ["bn", /\p{Script=Bengali}/gu],
  ["am", /\p{Script=Ethiopic}/gu],
  ["km", /\p{Script=Khmer}/gu],
  ["lo", /\p{Script=Lao}/gu],
  ["my", /\p{Script=Myanmar}/gu],
  ["si", /\p{Script=Sinhala}/gu],
];

interface Detector {
  detect(text: string): { readonly language: string };
}

let loaded: Detector | undefined;

function detector(): Detector {
  if (loaded) return loaded;
  // Loaded by file: the package exports itself to `import` only, and an import would make every check
  // asynchronous.
  const manifest = findPackageJSON("eld", import.meta.url);
  if (manifest === undefined) throw new Failure("defect", "the language detector is not installed");
  const module = createRequire(import.meta.url)(join(dirname(manifest), "src/entries/static.extrasmall.js")) as {
    readonly eld?: Detector;
    readonly default?: Detector;
  };
  loaded = module.eld ?? module.default;
  if (!loaded) throw new Failure("defect", "the language detector exports no detector");
  return loaded;
}
