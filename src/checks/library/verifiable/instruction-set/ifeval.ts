import { parseJson } from "../../../../platform/json/json.ts";
import { trimEndOf } from "../../../../platform/text/trim.ts";
import { detectLanguage } from "../../language/detect.ts";
import {
  countWords,
  escaped,
  type Follows,
  listOf,
  numberOf,
  occurrences,
  relates,
  sentences,
  textOf,
} from "./instruction-text.ts";

/** Instructions of IFEval (Zhou et al. 2023), by id. */
export const ifeval: Readonly<Record<string, Follows>> = {
  "keywords:existence": (text, given) =>
    listOf(given, "keywords").every((word) => text.toLowerCase().includes(word.toLowerCase())),
  "keywords:frequency": (text, given) =>
    relates(
      text.match(new RegExp(escaped(textOf(given, "keyword")), "gi"))?.length ?? 0,
      textOf(given, "relation"),
      numberOf(given, "frequency"),
    ),
  "keywords:forbidden_words": (text, given) =>
    listOf(given, "forbidden_words").every((word) => occurrences(text, word) === 0),
  "keywords:letter_frequency": (text, given) =>
    relates(
      text.toLowerCase().split(textOf(given, "letter").toLowerCase()).length - 1,
      textOf(given, "let_relation"),
      numberOf(given, "let_frequency"),
    ),
  "language:response_language": (text, given) => [undefined, textOf(given, "language")].includes(detectLanguage(text)),
  "length_constraints:number_sentences": (text, given) =>
    relates(sentences(text).length, textOf(given, "relation"), numberOf(given, "num_sentences")),
  "length_constraints:number_words": (text, given) =>
    relates(countWords(text), textOf(given, "relation"), numberOf(given, "num_words")),
  "length_constraints:number_paragraphs": (text, given) => {
    const paragraphs = text.split(/\s?\*\*\*\s?/);
    const inner = paragraphs.slice(1, -1);
    return (
      inner.every((each) => each.trim() !== "") &&
      paragraphs.filter((each) => each.trim() !== "").length === numberOf(given, "num_paragraphs")
    );
  },
  "length_constraints:nth_paragraph_first_word": (text, given) => {
    const paragraphs = text.split(/\n\n/);
    const count = paragraphs.filter((each) => each.trim() !== "").length;
    const nth = numberOf(given, "nth_paragraph", 1);
    const first = /^['"]*([^\s.,?!'"]*)/.exec((paragraphs[nth - 1] ?? "").trim())?.[1] ?? "";
    return (
      nth <= count &&
      count === numberOf(given, "num_paragraphs") &&
      first.toLowerCase() === textOf(given, "first_word").toLowerCase()
    );
  },
  "detectable_content:number_placeholders": (text, given) =>
    (text.match(/\[[^\]\n]{0,2000}\]/g)?.length ?? 0) >= numberOf(given, "num_placeholders"),
  "detectable_content:postscript": (text, given) => {
    const marker = textOf(given, "postscript_marker").toLowerCase();
    const pattern = marker === "p.p.s" ? "p\\.\\s?p\\.\\s?s" : marker === "p.s." ? "p\\.\\s?s\\." : escaped(marker);
    return new RegExp(pattern).test(text.toLowerCase());
  },
  "detectable_format:number_bullet_lists": (text, given) =>
    (text.match(/^[^\S\n]{0,99}\*[^*].*$/gm)?.length ?? 0) + (text.match(/^[^\S\n]{0,99}-.*$/gm)?.length ?? 0) ===
    numberOf(given, "num_bullets"),
  "detectable_format:constrained_response": (text) =>
    ["My answer is yes.", "My answer is no.", "My answer is maybe."].some((each) => text.includes(each)),
  "detectable_format:number_highlighted_sections": (text, given) => {
    const single = (text.match(/\*[^\n*]*\*/g) ?? []).filter((each) => each.replace(/^\*+|\*+$/g, "").trim() !== "");
    const double = (text.match(/\*\*[^\n*]*\*\*/g) ?? []).filter((each) => each.slice(2, -2).trim() !== "");
    return single.length + double.length >= numberOf(given, "num_highlights");
  },
  "detectable_format:multiple_sections": (text, given) =>
    (text.match(new RegExp(`\\s?${escaped(textOf(given, "section_spliter"))}\\s?\\d+\\s?`, "g"))?.length ?? 0) >=
    numberOf(given, "num_sections"),
  "detectable_format:json_format": (text) =>
    parseJson(
      text
        .trim()
        .replace(/^```(?:json|JSON|Json)?/, "")
        .replace(/```$/, "")
        .trim(),
    ).ok,
  "detectable_format:title": (text) =>
    text.split("\n").some((line) => {
      const inside = line.slice(Math.max(0, line.indexOf("<<")), Math.max(0, line.lastIndexOf(">>") + 2));
      return inside.startsWith("<<") && trimEndOf(inside, />/).replace(/^<+/, "").trim() !== "";
    }),
  "combination:two_responses": (text) => {
    const parts = text.split("******");
    const filled = parts.map((each) => each.trim()).filter((each) => each !== "");
    return parts.slice(1, -1).every((each) => each.trim() !== "") && filled.length === 2 && filled[0] !== filled[1];
  },
  "combination:repeat_prompt": (text, given) =>
    text.trim().toLowerCase().startsWith(textOf(given, "prompt_to_repeat").toLowerCase()),
  "startend:end_checker": (text, given) =>
    text
      .trim()
      .replace(/^"+|"+$/g, "")
      .toLowerCase()
      .endsWith(textOf(given, "end_phrase").toLowerCase()),
  "startend:quotation": (text) => /^"[\s\S]*"$/.test(text.trim()) && text.trim().length > 1,
  "change_case:capital_word_frequency": (text, given) =>
    relates(
      (text.match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? []).filter(
        (word) => /\p{Lu}/u.test(word) && word === word.toUpperCase(),
      ).length,
      textOf(given, "capital_relation"),
      numberOf(given, "capital_frequency"),
    ),
  "change_case:english_capital": (text) =>
    text === text.toUpperCase() &&
    /\p{Lu}/u.test(text) &&
    [undefined, "en"].includes(detectLanguage(text.toLowerCase())),
  "change_case:english_lowercase": (text) =>
    text === text.toLowerCase() && /\p{Ll}/u.test(text) && [undefined, "en"].includes(detectLanguage(text)),
  "punctuation:no_comma": (text) => !text.includes(","),
};
