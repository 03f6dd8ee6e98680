import { RE2JS } from "re2js";

/**
 * Compiles a pattern of an untrusted schema to run in linear time. What RE2 cannot express (look-around, back
 * references) is not asserted.
 */
export function linearPattern(pattern: string): { readonly test: (text: string) => boolean } {
  const matcher = compiled(pattern);
  return { test: (text) => matcher === undefined || matcher.matcher(text).find() };
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(withShortNames(pattern)));
  } catch {
    return undefined;
  }
}

/** ECMAScript spells properties of characters in several ways, RE2 in one. */
function withShortNames(pattern: string): string {
  return pattern.replaceAll(
    /\\([pP])\{(?:(?:General_Category|gc|Script|sc|Script_Extensions|scx)=)?(\w+)\}/g,
    (_, sign: string, name: string) => `\\${sign}{${shortNames.get(name) ?? name}}`,
  );
}

/** General categories by their long names (Unicode Standard Annex 44, table 12). */
const shortNames = new Map(
  `Letter L Cased_Letter LC Uppercase_Letter Lu Lowercase_Letter Ll Titlecase_Letter Lt Modifier_Letter Lm Other_Letter Lo
   Mark M Combining_Mark M Nonspacing_Mark Mn Spacing_Mark Mc Enclosing_Mark Me
   Number N Decimal_Number Nd digit Nd Letter_Number Nl Other_Number No
   Punctuation P punct P Connector_Punctuation Pc Dash_Punctuation Pd Open_Punctuation Ps Close_Punctuation Pe
   Initial_Punctuation Pi Final_Punctuation Pf Other_Punctuation Po
   Symbol S Math_Symbol Sm Currency_Symbol Sc Modifier_Symbol Sk Other_Symbol So
   Separator Z Space_Separator Zs Line_Separator Zl Paragraph_Separator Zp
   Other C Control Cc cntrl Cc Format Cf Surrogate Cs Private_Use Co Unassigned Cn`
    .split(/\s+/)
    .flatMap((long, at, all) => (at % 2 === 0 ? [[long, all[at + 1] ?? long] as const] : [])),
);
