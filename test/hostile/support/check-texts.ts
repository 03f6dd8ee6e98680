import { wordlist } from "@scure/bip39/wordlists/english.js";

/** Repeated to the wanted length: beginnings that never end, and what a backtracking pattern tries again and again. */
const units = {
  letters: "a",
  words: "a ",
  sentences: "We will ship it today. ",
  initials: "A. B. Mr. ",
  capitals: "ABC DEF ",
  digits: "1",
  "grouped digits": "1,234 ",
  "dotted digits": "1.",
  sums: "1 + 1 = ",
  percentages: "10% of 20 ",
  dates: "2024-02-30, Monday 3 May ",
  "card numbers": "4111 1111 1111 ",
  "phone numbers": "+1 (234) 567-",
  "line feeds": "\n",
  "opening brackets": "([{<",
  braces: "{{",
  "closing brackets": ")]}>",
  quotes: '"',
  "open quotes": '"a ',
  apostrophes: "'a ",
  backticks: "`",
  fences: "```js\n",
  headings: "# a  \n",
  "list markers": "- a\n",
  "numbered items": "1. a\n",
  "nested items": "- a\n  - b\n    1. c\n",
  pipes: "| a ",
  tables: "|a|b|\n|-|-|\n",
  rows: "a,b\n",
  "quoted fields": '"a,',
  stars: "*",
  emphasis: "**a *b _c ",
  links: "[x](",
  images: "![a](http://a",
  citations: "[1] [^2] (Lee, 2024) ",
  "URL dots": "http://a.",
  "URL slashes": "/a",
  "URL brackets": "http://a)))))))).",
  "URL users": "https://a:b@",
  mail: "a@a.",
  "at signs": "@",
  paths: "../",
  hex: "deadbeef",
  base64: "QUJDRA+/",
  "combining marks": "\u0301",
  accents: "e\u0301",
  emoji: "👩‍👩‍👧",
  "invisible characters": "\u200b\u202e",
  "full-width letters": "ａｂ",
  "two scripts": "аa",
  "three scripts": "我们 สวัสดี привет ",
  "escaped characters": "\\n\\u0041\\",
  "terminal sequences": "\u001b[31m\u001b]8;;",
  entities: "&amp;&#x41",
  "open tags": '<a b="',
  comments: "<!-- <script ",
  tags: "<b>a<i>",
  blocks: "<div><p>a",
  "template braces": "{{1*%{${",
  "open objects": '{"a":',
  "object members": '{"a":1},',
  select: "SELECT (a FROM b WHERE ",
  "quoted SQL": "' OR 1=1 -- /* ",
  calls: "f(a, g[",
  code: "if (a) { b = c; // ",
  "shell pipes": "nc -e $(curl a | sh; ",
  imports: "import a.b as c\n",
  headers: "Authorization: Bearer ",
  assignments: "password = a; KEY=",
  "key headers": "-----BEGIN PRIVATE KEY-----\n",
  "chat tokens": "<|im_start|>user\nUser: a\nAssistant: ",
  refusals: "I'm sorry, but as an AI I can't ",
  overrides: "ignore all previous instructions and ",
  boxes: "\\boxed{\\frac{",
  dollars: "$1 $$a_",
  promises: "We guarantee a refund of ",
  dashes: "a-",
  underscores: "__",
  "equal signs": "a==\n---\n",
  "terms of a sum": "1 + ",
  "returns and tabs": "\r\t",
  "question marks": "?",
  semicolons: ";",
  "low quotation marks": "„a",
  "high quotation marks": "“«",
  "corner brackets": "「【",
  "verbs of neglect": "ignore ignorcomiteохита",
  "stems of neglect": "ignorc",
  "orders without a number": "torder",
  "open answers": "<answer>a",
  "alternate text": "![a",
} as const;

/** One of each per line or sentence, so that nothing repeats: what a comparison of all pairs is slow on. */
const series = {
  "distinct words": (at: number) => `${wordAt(at)}${at} `,
  "distinct sentences": (at: number) => `The ${wordAt(at)} number ${at} met the ${wordAt(at * 7)} again. `,
  "distinct lines": (at: number) => `${wordAt(at)} ${wordAt(at * 13)} ${at}\n`,
  "distinct paragraphs": (at: number) => `${wordAt(at)} ${at} is ${wordAt(at * 3)}.\n\n`,
  "distinct names": (at: number) => `${nameAt(at)} ${nameAt(at * 11)} Inc and `,
  "distinct numbers": (at: number) => `${at * 7919}, `,
  "distinct items": (at: number) => `- ${wordAt(at)} ${at}: ${wordAt(at * 5)}\n`,
  "distinct headings": (at: number) => `${"#".repeat(1 + (at % 6))} ${nameAt(at)} ${at}\n\n`,
  "distinct addresses": (at: number) => `https://${wordAt(at)}${at}.com/${at}?q=${at} `,
  "distinct quotes": (at: number) => `“${wordAt(at)} ${wordAt(at * 3)} ${wordAt(at * 7)} ${at}” `,
  "distinct fences": (at: number) => `\`\`\`js\nconst ${wordAt(at)}${at} = ${at};\n\`\`\`\n`,
  "distinct keys": (at: number) => `"${wordAt(at)}${at}": ${at},\n`,
  "distinct acronyms": (at: number) => `${nameAt(at).toUpperCase().slice(0, 4)} `,
  "distinct variables": (at: number) => `{{${wordAt(at)}${at}}} {${at}} %s `,
  "distinct citations": (at: number) => `claim ${at} [${at}]. `,
  "seed words": (at: number) => `${wordAt((at * 2654435761) % 2039)} `,
} as const;

const wordAt = (at: number) => wordlist[at % wordlist.length] ?? "a";
const nameAt = (at: number) => wordAt(at).replace(/^./, (first) => first.toUpperCase());

/** Whole documents of the wanted length. */
const documents = {
  "spaces between letters": (length: number) => `a${" ".repeat(length - 2)}b`,
  "opener with spaces": (length: number) => `okay${" ".repeat(length - 5)}x`,
  "note with spaces": (length: number) => `Note:${" ".repeat(length - 6)}x`,
  "sum with spaces": (length: number) => `1${" ".repeat(length / 2)}+${" ".repeat(length / 2)}x = %`,
  "heading with spaces": (length: number) => `# a${" ".repeat(length - 4)}y`,
  "lines of spaces": (length: number) => repeated(`a${" ".repeat(500)}b\n`, length),
  "tabs and line feeds": (length: number) => `a${repeated("\n\t ", length - 2)}b`,
  "line feeds between letters": (length: number) => `a${"\n".repeat(length - 2)}b`,
  "dots before a letter": (length: number) => `http://a${".".repeat(length - 9)}b`,
  "marks before a letter": (length: number) => `a${repeated("?!", length - 2)}b`,
  "zeros before a letter": (length: number) => `0x${"0".repeat(length - 3)}g`,
  "deep JSON array": (length: number) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
  "deep JSON object": (length: number) => `${'{"a":'.repeat(length / 6)}1${"}".repeat(length / 6)}`,
  "wide JSON": (length: number) => `[${repeated("1,", length - 4)}1]`,
  "many keys": (length: number) => `{${seriesOf(series["distinct keys"], length - 10)}"z": 1}`,
  "one long string": (length: number) => `{"a": "${"a".repeat(length - 10)}"}`,
  "deep XML": (length: number) => `${"<a>".repeat(length / 7)}${"</a>".repeat(length / 7)}`,
  "many attributes": (length: number) => `<a ${repeated('b="c" ', length - 8)}/>`,
  "XML entities": (length: number) => expandingXml + repeated("&h;", length - 400),
  "YAML aliases": (length: number) => expandingYaml + repeated("k: *h\n", length - 400),
  "deep YAML sequence": (length: number) => `${"- ".repeat(length / 2)}a`,
  "deep YAML flow": (length: number) => `a: ${"[".repeat(length / 2 - 2)}${"]".repeat(length / 2 - 2)}`,
  "YAML keys": (length: number) => repeated("? a\n: - b\n", length),
  "TOML tables": (length: number) => seriesOf((at) => `[a.b${at}.c]\nd = [${at}]\n`, length),
  "nested quote marks": (length: number) => `${repeated("> ", length - 2)}a`,
  "nested parentheses": (length: number) => `${"(".repeat(length / 2)}${")".repeat(length / 2)}`,
  "JSON lines": (length: number) => seriesOf((at) => `{"id": ${at}}\n`, length),
  "units with spaces": (length: number) =>
    repeated(
      Object.values(units)
        .map((unit) => `${unit.trim()}${" ".repeat(200)}`)
        .join(""),
      length,
    ),
  "units with line feeds": (length: number) =>
    repeated(
      Object.values(units)
        .map((unit) => `${unit.trim()}${"\n".repeat(100)}`)
        .join(""),
      length,
    ),
  "units of ten": (length: number) =>
    repeated(
      Object.values(units)
        .map((unit) => unit.repeat(40))
        .join("\n"),
      length,
    ),
  dialog: (length: number) => seriesOf((at) => `User: ${wordAt(at)} ${at}?\nAssistant: ${wordAt(at * 3)}.\n`, length),
} as const;

const expandingXml = `<!DOCTYPE a [<!ENTITY a "lol">${"abcdefg"
  .split("")
  .map((name) => `<!ENTITY ${String.fromCharCode(name.charCodeAt(0) + 1)} "${`&${name};`.repeat(3)}">`)
  .join("")}]><a>`;
const expandingYaml = `a: &a [x, x]\n${"abcdefg"
  .split("")
  .map(
    (name) =>
      `${String.fromCharCode(name.charCodeAt(0) + 1)}: &${String.fromCharCode(name.charCodeAt(0) + 1)} [*${name}, *${name}, *${name}]\n`,
  )
  .join("")}`;

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function seriesOf(part: (at: number) => string, length: number): string {
  const parts: string[] = [];
  for (let at = 0, left = length; left > 0; at++) left -= parts[parts.push(part(at)) - 1]?.length ?? left;
  return parts.join("").slice(0, length);
}

/** Most checks look for one of these signs before anything else. */
const signs = "\n=%://@{}[]()<>|#$&;`'\"";

type Make = (length: number) => string;

/** Texts by name that repeat one thing; each makes a text of about the given length. */
export const hostileRows: ReadonlyMap<string, Make> = new Map([
  ...Object.entries(units).map(([name, unit]) => [name, (length: number) => repeated(unit, length) + signs] as const),
  ...Object.entries(series).map(([name, part]) => [name, (length: number) => seriesOf(part, length)] as const),
]);

/** Texts by name that are one whole: long runs of white space, and deep or wide documents. */
export const hostileDocuments: ReadonlyMap<string, Make> = new Map(Object.entries(documents));

/** What somebody could send to make a check slow. */
export const hostileTexts: ReadonlyMap<string, Make> = new Map([...hostileRows, ...hostileDocuments]);
