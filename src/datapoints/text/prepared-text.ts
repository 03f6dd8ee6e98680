import { type ParsedJson, parseJson } from "../../platform/json/json.ts";
import { type CodeBlock, codeBlocksOf, withoutCodeBlocks } from "../../platform/text/code-blocks.ts";
import { fold, unfold } from "../../platform/text/fold.ts";
import { sentencesOf } from "../../platform/text/sentences.ts";
import { trimOf } from "../../platform/text/trim.ts";
import { type FoundUrl, urlsOf } from "../../platform/text/urls.ts";
import { paragraphsOf, wordsOf } from "../../platform/text/words.ts";
import type { Evidence, EvidenceTarget } from "./evidence.ts";

/** Longer texts are cut to head + tail before any check reads them; in UTF-16 code units. */
const textLimit = { whole: 65_536, head: 49_152, tail: 16_384 } as const;

/** One text of a datapoint; expensive properties are computed once, on first use. */
export class PreparedText {
  readonly target: EvidenceTarget;
  /** The text, or its head and tail joined by a line feed. */
  readonly text: string;
  readonly cut: boolean;
  readonly #original: string;
  #trimmed: string | undefined;
  #folded: string | undefined;
  #lower: string | undefined;
  #phrased: string | undefined;
  #words: readonly string[] | undefined;
  #paragraphs: readonly string[] | undefined;
  #sentences: readonly string[] | undefined;
  #codeBlocks: readonly CodeBlock[] | undefined;
  #outsideCode: string | undefined;
  #prose: string | undefined;
  #json: ParsedJson | undefined;
  #urls: readonly FoundUrl[] | undefined;

  constructor(target: EvidenceTarget, original: string) {
    this.target = target;
    this.#original = original;
    this.cut = original.length > textLimit.whole;
    this.text = this.cut
      ? `${original.slice(0, textLimit.head)}\n${original.slice(original.length - textLimit.tail)}`
      : original;
  }

  get isBlank(): boolean {
    return this.trimmed === "";
  }

  /** Without leading and trailing white space and invisible characters. */
  get trimmed(): string {
    return (this.#trimmed ??= trimOf(this.text, /[\s\u200b-\u200f\u2060\ufeff]/));
  }

  /** NFKC, without invisible characters; case preserved. */
  get folded(): string {
    return (this.#folded ??= fold(this.text));
  }

  /** The folded copy in lower case. */
  get lower(): string {
    return (this.#lower ??= this.folded.toLowerCase());
  }

  /** `lower` with straight apostrophes, for phrase matching. Positions are the same. */
  get phrased(): string {
    return (this.#phrased ??= this.lower.replace(/[’‘ʼ`´]/g, "'"));
  }

  get words(): readonly string[] {
    return (this.#words ??= wordsOf(this.text));
  }

  get paragraphs(): readonly string[] {
    return (this.#paragraphs ??= paragraphsOf(this.text));
  }

  /** Sentences of the prose. */
  get sentences(): readonly string[] {
    return (this.#sentences ??= sentencesOf(this.prose));
  }

  get codeBlocks(): readonly CodeBlock[] {
    return (this.#codeBlocks ??= codeBlocksOf(this.text));
  }

  /** Without fenced code. */
  get outsideCode(): string {
    return (this.#outsideCode ??= withoutCodeBlocks(this.text, this.codeBlocks));
  }

  /** Without fenced code, inline code and URLs. */
  get prose(): string {
    return (this.#prose ??= this.outsideCode.replace(/`[^`\n]{1,300}`/g, " ").replace(/\bhttps?:\/\/\S+/gi, " "));
  }

  /** The trimmed text parsed as JSON. */
  get json(): ParsedJson {
    return (this.#json ??= this.cut
      ? { ok: false, message: "longer than 64 KB" }
      : parseJson(this.text.trim().replace(/^\ufeff/, "")));
  }

  get urls(): readonly FoundUrl[] {
    return (this.#urls ??= urlsOf(this.text));
  }

  /**
   * Returns a range of `text` as evidence, at most 200 characters of it; offsets are of the whole text even if it
   * was cut.
   */
  evidence(start: number, end: number): Evidence {
    const shift = (at: number) =>
      this.cut && at > textLimit.head ? at - 1 - textLimit.head + this.#original.length - textLimit.tail : at;
    const [from, to] = [shift(start), shift(end)];
    return { target: this.target, start: from, end: to, text: this.#original.slice(from, Math.min(to, from + 200)) };
  }

  /** Returns a range of `folded` or `lower` as evidence. */
  foldedEvidence(start: number, end: number): Evidence {
    const range = unfold(this.text, this.folded, start, end);
    return this.evidence(range.start, range.end);
  }
}
