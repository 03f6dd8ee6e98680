import type { Outcome, Subject } from "../../datapoints/index.ts";
import { cosine } from "../../platform/embeddings/cosine.ts";
import { skipped, within } from "../verdicts/outcome.ts";
import { type Complete, isMissing, type NoCompletion } from "./complete.ts";
import type { JudgeModel, JudgeRequest } from "./judge.ts";
import { blocksOf, fit } from "./prompt/blocks.ts";
import { usualEmbeddings } from "./wire/embeddings.ts";

/** Approximate token limit of embedding models for one text. */
const tokensOfOne = 7500;

/**
 * Returns the cosine similarity of answer and reference, with the embeddings model of the judge's provider, or what
 * `complete` returned instead of vectors.
 */
export async function similarityOf(
  complete: Complete,
  model: JudgeModel,
  { check, options }: JudgeRequest,
  { subject, signal }: { readonly subject: Subject; readonly signal: AbortSignal },
): Promise<Outcome | NoCompletion> {
  const question = similarityQuestion(model, { check, options }, subject);
  if (!question) return skipped(`no embeddings model: the provider of ${model.name} offers none`);
  if (question.embed.texts.length < 2) return skipped("answer or reference is blank");
  const answer = await complete(model, question, signal);
  if (isMissing(answer)) return answer;
  const [one, two] = answer.vectors ?? [];
  const { threshold } = check.options.parse(options) as { threshold: number };
  const similarity = one && two && cosine(one, two);
  if (similarity === undefined)
    return { ended: "refused", reason: "the embeddings model gave no two vectors of one length" };
  return within(
    Math.min(1, Math.max(0, similarity)),
    { min: threshold },
    `cosine of the vectors of ${question.embed.model}`,
  );
}

/**
 * Builds the request for the vectors of the check's texts. Returns undefined if the judge's provider offers no
 * embeddings.
 */
export function similarityQuestion(model: JudgeModel, { check, options }: JudgeRequest, subject: Subject) {
  const { model: named } = check.options.parse(options) as { model: string };
  const usual = usualEmbeddings[model.kind];
  if (usual === undefined) return undefined;
  const texts = check.rubric.fields.flatMap((field) => {
    const [block] = fit(blocksOf(subject, [field]), tokensOfOne);
    return block ? [block.text] : [];
  });
  return { system: "", user: texts.join("\n"), schema: {}, embed: { model: named === "" ? usual : named, texts } };
}
