/** Variable parts of messages, and what takes their place. Names of fields, settings and variables remain. */
const variables: readonly (readonly [RegExp, string])[] = [
  [/\b(?:https?|wss?|grpc|redis|postgres(?:ql)?|mongodb|mysql|amqp|s3|file):\/\/[^\s"'<>)]+/gi, " "],
  [/[\w.+-]+@[\w-]+\.[\w.]+/g, " "],
  [/\b\d{4}-\d\d-\d\d[t ][\d:.,]+(z|[+-]\d\d:?\d\d)?/gi, " "],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, " "],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, " "],
  [/\b[a-z]{2,12}[_-](?=[\w-]*\d)[\w-]{6,}/gi, " "],
  [/\b(?=[a-z_-]*\d)(?=[\d_-]*[a-z])[\da-z_-]{10,}\b/gi, " "],
  [/(?:\b[a-z]:)?(?:[\\/][\w.@~-]+){2,}/gi, " "],
  // Values. A quoted word may name something: 'max_tokens', "order_id".
  [/(["'`])(?!\w{2,40}\1)(?:(?!\1).){0,400}\1/g, " "],
  [/\{[^{}]{0,400}\}|\[[^[\]]{0,400}\]/g, " "],
  [/\b[\w.-]*\d(?:[\w.,:-]*\w)?/g, " "],
];

/** Names of models are facets of an issue, not a part of its cause. */
const modelName =
  /["'`]?\b(?:[\w.-]+\/)*(?:gpt|o[134]|claude|gemini|gemma|llama|mistral|mixtral|codestral|command|deepseek|qwen|grok|phi|titan|nova|jamba|sonar|text-embedding|dall-e|whisper)[-:.\w]*\b["'`]?/gi;

const maxWords = 14;

/**
 * Returns a message without its variable parts: the words that tell one cause from another, at most 14 of them.
 * `keepsNames`: quoted words are names of fields and variables, not values.
 */
export function messageTemplate(message: string, keepsNames: boolean): string {
  const withoutModels = message.trim().slice(0, 600).replace(modelName, " ");
  let plain = keepsNames ? withoutModels : withoutModels.replace(/(["'`])\w{2,40}\1/g, " ");
  for (const [pattern, name] of variables) plain = plain.replace(pattern, name);
  const words =
    firstSentence(plain)
      .toLowerCase()
      .match(/\p{L}[\p{L}_.]*/gu) ?? [];
  return words
    .map((word) => word.replace(/\.+$/, ""))
    .filter((word) => !filler.has(word))
    .slice(0, maxWords)
    .join(" ");
}

/** Later sentences are advice, which clients cut and add. */
function firstSentence(text: string): string {
  const sentences = text.split(/[.!?。！？]+(?:\s|$)|\n/);
  return sentences.find((sentence) => (sentence.match(/\p{L}{2,}/gu) ?? []).length >= 2) ?? text;
}

const filler = new Set(
  "a an the is was are were be been has have had to of for in on at by with from this that it its and or please error errors".split(
    " ",
  ),
);
