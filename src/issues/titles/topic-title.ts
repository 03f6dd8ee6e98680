const titleAtMost = 160;
const phrasesAtMost = 2;

/** Returns the title of an issue of a topic: "Model refusal in Refunds: gift card, delivery". */
export function topicTitle(title: string, phrases: readonly string[] = []): string {
  const named = phrases.slice(0, phrasesAtMost).join(", ");
  const whole = named === "" ? title : `${title}: ${named}`;
  return whole.length > titleAtMost ? `${whole.slice(0, titleAtMost - 1)}…` : whole;
}
