/** Number of buckets that features are hashed into; a power of two. */
export const buckets = 4096;

const longest = 200;

/** Returns the text with values that differ from call to call (numbers, quoted names, addresses) replaced. */
function normalizedText(text: string): string {
  return text
    .slice(0, longest)
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, "§")
    .replace(/'[^']{1,40}'|"[^"]{1,40}"|`[^`]{1,40}`/g, "¤")
    .replace(/\d+(?:[.,]\d+)*/g, "0")
    .replace(/\s+/g, " ");
}

/** Returns the buckets of all character sequences of lengths 3 and 5 in the text, each once. */
export function featuresOf(text: string): number[] {
  const padded = ` ${normalizedText(text)} `;
  const features: number[] = [];
  const seen = new Uint8Array(buckets);
  for (let at = 0; at + 3 <= padded.length; at++) {
    let hash = 0x811c9dc5;
    for (let next = at; next < at + 5 && next < padded.length; next++) {
      hash = Math.imul(hash ^ padded.charCodeAt(next), 0x01000193);
      if (next !== at + 2 && next !== at + 4) continue;
      const bucket = ((hash >>> 15) ^ hash) & (buckets - 1);
      if (seen[bucket] === 1) continue;
      seen[bucket] = 1;
      features.push(bucket);
    }
  }
  return features;
}
