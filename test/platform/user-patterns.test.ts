import { expect, test } from "vitest";
import { linearPattern, linearPatternProblem } from "../../src/platform/text/linear-pattern.ts";

/** Patterns that hung real services, or are known to hang backtracking engines, each with a slow input. */
const evil: readonly (readonly [pattern: string, pump: string, end: string])[] = [
  // OWASP's page on ReDoS.
  ["^(a+)+$", "a", "!"],
  ["^([a-zA-Z]+)*$", "a", "!"],
  ["^(a|aa)+$", "a", "!"],
  ["^(a|a?)+$", "a", "!"],
  ["^(.*a){12}$", "a", "!"],
  [
    "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
    "a",
    "!",
  ],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a", ""],
  ["(?:a*)*b", "a", "c"],
  // Stack Overflow, July 2016; Cloudflare, July 2019.
  ["^[\\s\\u200c]+|[\\s\\u200c]+$", " ", "x"],
  [
    "(?:(?:\"|'|\\]|\\}|\\\\|\\d|(?:nan|infinity|true|false|null|undefined|symbol|math)|`|-|\\+)+[)]*;?((?:\\s|-|~|!|\\{\\}|\\|\\||\\+)*.*(?:.*=.*)))",
    "x=",
    "\n",
  ],
  // From packages with an advisory: ua-parser-js, moment, marked, validator, color-string, path-parse, ansi-
  // regex, semver, minimatch, express.
  ["ip[honead]+(?:.*os\\s([\\w]+)*\\slike\\smac|;\\sopera)", "ip", "!"],
  ["(?:\\d{1,5}\\s*){1,20}[a-z]+$", "1 ", "!"],
  ["^( *)(bull) [\\s\\S]+?(?:hr|def|\\n{2,}|\\s*$)", " ", "!"],
  ["^(?:\\s*[-+]?\\d*\\.?\\d+\\s*,?\\s*)+$", "1", "!"],
  ["^rgba?\\(\\s*([+-]?\\d+)(?=[\\s,])\\s*", "1", "!"],
  ["^(\\/?|)([\\s\\S]*?)((?:\\.{1,2}|[^\\/]+?|)(\\.[^.\\/]*|))(?:[\\/]*)$", "/", "\n"],
  [
    "[\\u001B\\u009B][[\\]()#;?]*(?:(?:(?:[a-zA-Z\\d]*(?:;[-a-zA-Z\\d\\/#&.:=?%@~_]*)*)?\\u0007)|(?:(?:\\d{1,4}(?:;\\d{0,4})*)?[\\dA-PR-TZcf-ntqry=><~]))",
    "\u001b[;",
    "!",
  ],
  ["^\\s*(?:v?\\d+(?:\\.\\d+)*\\s*)+$", "1 ", "!"],
  ["\\{(?:[^{}]*\\{[^{}]*\\})*[^{}]*\\}$", "{", ""],
  ["^(?:([^:]+):)?(?:\\/\\/(?:([^\\/?#]*)@)?([^\\/?#]*))?(?:([^?#]*))*$", "a", "\n"],
  // Common email, address and number patterns.
  ["^([0-9a-zA-Z]([-.\\w]*[0-9a-zA-Z])*@(([0-9a-zA-Z])+([-\\w]*[0-9a-zA-Z])*\\.)+[a-zA-Z]{2,9})$", "a", "!"],
  ["^(https?:\\/\\/)?([\\da-z\\.-]+)\\.([a-z\\.]{2,6})([\\/\\w \\.-]*)*\\/?$", "a", "!"],
  ["^(?:(?:\\+|00)33|0)\\s*[1-9](?:[\\s.-]*\\d{2}){4,}$", "0 ", "!"],
  ["^(\\w+\\s?)*$", "a ", "!"],
  ["^(\\d+)*$", "1", "!"],
  ["(x+x+)+y", "x", "z"],
  ["^(?:.*\\d.*){6}$", "1", "\n"],
  ["(\\w*)+\\1?$", "a", "!"],
  ["^(?=.*a)(?=.*b)(a|b)+$", "a", "!"],
  ["<!--([\\s\\S]*?-->)*$", "<!--", "!"],
  ["(\\s*,\\s*)+$", " , ", "!"],
  [
    '^(([^<>()[\\].,;:\\s@"]+(\\.[^<>()[\\].,;:\\s@"]+)*)|(".+"))@(([^<>()[\\].,;:\\s@"]+\\.)+[^<>()[\\].,;:\\s@"]{2,})$',
    "a.",
    "!",
  ],
  // Compile bombs.
  ["((a{0,100}){0,100}){0,100}", "a", "!"],
  ["(((((a{1,30}){1,30}){1,30}){1,30}){1,30})", "a", "!"],
  ["a{1,1000}a{1,1000}a{1,1000}$", "a", "!"],
  ["(?:a?){500}a{500}", "a", "!"],
];

test.each(evil)("%s is refused, or done with what hangs others", (pattern, pump, end) => {
  if (linearPatternProblem(pattern) !== undefined) return;
  const text = pump.repeat(Math.ceil(16_000 / pump.length)) + end;
  expect(() => linearPattern(pattern).find(text)).not.toThrow();
});

test("the corpus holds patterns of both kinds", () => {
  const refused = evil.filter(([pattern]) => linearPatternProblem(pattern) !== undefined);
  expect(refused.length).toBeGreaterThan(2);
  expect(refused.length).toBeLessThan(evil.length / 2);
});
