export const wordPattern = (forms: string, flags = "giu") =>
  new RegExp(`(?<![\\p{L}'’])(?:${forms})(?![\\p{L}])`, flags);
