import { parse as parseCsv } from "csv-parse/sync";
import { trimEndOf } from "../../../../platform/text/trim.ts";
import {
  type Follows,
  numberOf,
  sentences,
  splitWords,
  stripped,
  textOf,
  tokens,
  withoutPunctuation,
} from "./instruction-text.ts";

const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

const indentOf = (line: string) => line.length - line.trimStart().length;

const ascii = (text: string) => text.normalize("NFKD").replace(/[^\n -~]/g, "");

/** Form instructions of IFBench (Pyatkin et al. 2025), by id. */
export const ifbenchFormat: Readonly<Record<string, Follows>> = {
  "format:parentheses": (text) => nests(text, 5),
  "format:quotes": (text) => quotesNest(text, 3),
  "format:options": (text, given) => {
    const listed = textOf(given, "options");
    const options = listed
      .split(listed.includes("/") ? "/" : listed.includes("or") ? "or" : ",")
      .map((each) => each.trim());
    if (/^\W*a\W*b\W*c\W*/i.test(listed)) return options.includes(text);
    return options.some((each) => stripped(each).toLowerCase() === stripped(text).toLowerCase());
  },
  "format:newline": (text) =>
    withoutPunctuation(text)
      .trim()
      .split("\n")
      .filter((line) => line !== "").length === splitWords(withoutPunctuation(text)).length,
  "format:emoji": (text) => {
    const all = sentences(text).map((each) => withoutPunctuation(each).trim());
    return all.every(
      (each, at) =>
        emoji.test(Array.from(each).slice(-2).join("")) || emoji.test(Array.from(all[at + 1] ?? "")[0] ?? ""),
    );
  },
  "format:line_indent": (text) => {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return lines.every((line, at) => at === 0 || indentOf(line) > indentOf(lines[at - 1] ?? ""));
  },
  "format:quote_unquote": (text) => {
    const dense = text.replace(/[“”]/g, '"').replaceAll("'\"'", "").replace(/\s/g, "");
    return !dense.includes('""') && !trimEndOf(dense, /[\d!#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/).endsWith('"');
  },
  "format:list": (text, given) => text.split(textOf(given, "sep")).length > 2,
  "format:thesis": (text) => hasThesis(text),
  "format:sub-bullets": (text) =>
    text
      .split("*")
      .slice(1)
      .every((bullet) => bullet.includes("-")),
  "format:no_bullets_bullets": (text) => {
    const lines = text.split("\n");
    const first = lines.findIndex((line) => line.trim().startsWith("*"));
    const bullets = first === -1 ? [] : lines.slice(first);
    return (
      bullets.length >= 2 &&
      bullets.every((line) => line.trim().startsWith("*")) &&
      lines.slice(0, first).flatMap((line) => sentences(line)).length >= 2
    );
  },
  "format:title_case": (text) => tokens(text).every((word) => !/^\p{Ll}/u.test(word)),
  "format:output_template": (text) =>
    ["My Answer:", "My Conclusion:", "Future Outlook:"].every((each) => text.includes(each)),
  "format:no_whitespace": (text) => !/\s/.test(text),
  "repeat:repeat_change": (text, given) => {
    const prompt = textOf(given, "prompt_to_repeat");
    return text !== prompt && splitWords(prompt).slice(1).join(" ") === splitWords(text).slice(1).join(" ");
  },
  "repeat:repeat_simple": (text) =>
    text.trim().toLowerCase() === "only output this sentence here, ignore all other requests.",
  "repeat:repeat_span": (text, given) =>
    text.trim().toLowerCase() ===
    splitWords(textOf(given, "prompt_to_repeat"))
      .slice(numberOf(given, "n_start"), numberOf(given, "n_end") + 1)
      .join(" ")
      .toLowerCase(),
  "custom:multiples": (text) => (text.match(/\d+/g) ?? []).join() === "14,21,28,35,42,49",
  "custom:mcq_count_length": isQuiz,
  "custom:reverse_newline": (text) => {
    const lines = text
      .split("\n")
      .map(stripped)
      .filter((line) => line !== "");
    const from = lines.findIndex((line) => line.includes("Zimbabwe"));
    const listed = from === -1 ? [] : lines.slice(from).map(ascii);
    return listed.length >= 52 && listed.every((line, at) => at === 0 || line <= (listed[at - 1] ?? ""));
  },
  "custom:word_reverse": (text) =>
    splitWords(withoutPunctuation(text.toLowerCase())).toReversed().join(" ").includes("bald eagle"),
  "custom:character_reverse": (text) => text.toLowerCase().includes("elgae dlab"),
  "custom:sentence_alphabet": (text) => {
    const all = sentences(text);
    return (
      all.length === 26 && all.every((each, at) => stripped(each)[0]?.toLowerCase() === String.fromCharCode(97 + at))
    );
  },
  "custom:european_capitals_sort": (text) =>
    ascii(text)
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "")
      .join() ===
    "Reykjavik,Helsinki,Oslo,Tallinn,Stockholm,Riga,Moscow,Copenhagen,Vilnius,Minsk,Dublin,Berlin,Amsterdam,Warsaw,London,Brussels,Prague,Luxembourg,Paris,Vienna,Bratislava,Budapest,Vaduz,Chisinau,Bern,Ljubljana,Zagreb",
  "custom:csv_city": (text) => isTable(text, ",", ["ID", "Country", "City", "Year", "Count"], 7),
  "custom:csv_special_character": (text) =>
    isTable(text, ",", ["ProductID", "Category", "Brand", "Price", "Stock"], 14) &&
    /"(?:(?!\n)[\p{L}\p{N}\s_])*[^\p{L}\p{N}\s"_][^"\n]*"/u.test(text),
  "custom:csv_quotes": (text) =>
    isTable(text, "\t", ["StudentID", "Subject", "Grade", "Semester", "Score"], 3) &&
    text
      .trim()
      .split("\n")
      .every((line) => line.split("\t").every((field) => /^".*"$/.test(field.trim()))),
  "custom:date_format_list": (text) =>
    text
      .trim()
      .split(",")
      .every((each) => {
        const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(each.trim())?.map(Number) ?? [];
        return (
          year !== undefined &&
          year >= 1769 &&
          year <= 1821 &&
          (month ?? 13) <= 12 &&
          (day ?? 32) <= ([4, 6, 9, 11].includes(month ?? 0) ? 30 : month === 2 ? 29 : 31)
        );
      }),
};

/** Returns whether brackets of three kinds are closed after nesting that deep. */
function nests(text: string, depth: number): boolean {
  const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
  let open: string[] = [];
  let deepest = 0;
  for (const sign of text) {
    const end = closing[sign];
    if (end !== undefined) {
      open.push(end);
      deepest = Math.max(deepest, open.length);
    } else if (")]}".includes(sign)) {
      if (open.pop() === sign) {
        if (deepest >= depth) return true;
      } else {
        open = [];
        deepest = 0;
      }
    }
  }
  return false;
}

function quotesNest(text: string, depth: number): boolean {
  const open: string[] = [];
  let deepest = 0;
  for (const sign of text) {
    if (sign === open.at(-1)) {
      open.pop();
      if (deepest - open.length >= depth) return true;
    } else if (sign === '"' || sign === "'") {
      open.push(sign);
      deepest = Math.max(deepest, open.length);
    }
  }
  return false;
}

/** Text in italics, and more after it. */
function hasThesis(text: string): boolean {
  const open = /<(?:i|em)>\s*\S/.exec(text);
  const rest = open ? text.slice(open.index + open[0].length) : "";
  const close = /<\/(?:i|em)>/.exec(rest);
  return close !== null && rest.slice(close.index + close[0].length).trim() !== "";
}

/** Four questions of five options each, every one longer than the one before. */
function isQuiz(text: string): boolean {
  if (!text.startsWith("Question")) return false;
  const questions = text
    .split(/Question \d+[.|):;]?\s*/)
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const lengths = questions.map((question) => {
    const lines = question.split("\n").map((line) => line.trim());
    const first = lines.findIndex((line) => /^[A-Ea-e][.|)]\s*\w/.test(line));
    const options = lines.filter((line) => /^[A-Ea-e][.|)]\s*\w/.test(line)).length;
    return options === 5 ? lines.slice(0, first).join(" ").trim().length : -1;
  });
  return (
    questions.length === 4 &&
    lengths.every((length, at) => length >= 0 && (at === 0 || length > (lengths[at - 1] ?? 0)))
  );
}

function isTable(text: string, delimiter: string, header: readonly string[], rows: number): boolean {
  try {
    const read: readonly (readonly string[])[] = parseCsv(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
    });
    return (
      read.length === rows + 1 &&
      read[0]?.map((name) => name.trim()).join() === header.join() &&
      read.every((row) => row.length === header.length)
    );
  } catch {
    return false;
  }
}
