const limits = [
  /maximum context length (?:is|of) ([\d,]+)/i,
  /([\d,]+) (?:tokens? )?maximum/i,
  /> ([\d,]+) maximum/i,
  /context (?:window|limit|size)[^\d]{0,40}([\d,]+)/i,
  /maximum (?:number of tokens|input length|tokens? allowed|prompt length)[^\d]{0,40}([\d,]+)/i,
  /limit(?: of|:)? ([\d,]+)/i,
];
const uses = [
  /(?:resulted in|requested(?: about)?|you have|contains?|has) ([\d,]+) (?:input )?tokens/i,
  /prompt is too long: ([\d,]+)/i,
  /input token count[^\d]{0,20}([\d,]+)/i,
  /input length[^\d]{0,20}([\d,]+)/i,
  /([\d,]+) tokens? (?:in the messages|from the input|were (?:sent|given|passed))/i,
];

/** Returns the context limit and the size of the request, in tokens, where a provider's message states them. */
export function contextSizes(message: string): { contextLimit?: number; contextUsed?: number } {
  const contextLimit = numberBy(limits, message);
  const contextUsed = numberBy(uses, message);
  return {
    ...(contextLimit === undefined ? {} : { contextLimit }),
    ...(contextUsed === undefined ? {} : { contextUsed }),
  };
}

function numberBy(patterns: readonly RegExp[], message: string): number | undefined {
  for (const pattern of patterns) {
    const digits = pattern.exec(message)?.[1]?.replaceAll(",", "");
    if (digits !== undefined && digits !== "") return Number(digits);
  }
  return undefined;
}
