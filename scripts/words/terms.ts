/** A word or phrase that this project does not use, and what it uses instead (docs/contributing/vocabulary.md). */
export interface Term {
  readonly term: string;
  readonly use: string;
}

/** Banned in comments, strings, documentation and style sheets, in any case. `|` separates spellings. */
export const proseTerms: readonly Term[] = [
  { term: "told|unless told", use: "notified, reported, shown" },
  { term: "tells? of", use: "reports, notifies about" },
  { term: "asked", use: "requested" },
  { term: "said|sayings", use: "the noun: verdict, message, output" },
  { term: "kept", use: "stored, retained" },
  { term: "stands|standing still", use: "is, means; stalled" },
  { term: "so many", use: "the number or its name" },
  { term: "whoever", use: "the person or client that" },
  { term: "of (?:its|their|one's) own", use: "its own, separate" },
  { term: "goes by", use: "uses, depends on" },
  { term: "mend(?:s|ed|ing)?", use: "fix, repair" },
  { term: "reckon(?:s|ed|ing)?", use: "compute, count" },
  { term: "dear", use: "expensive" },
  { term: "by itself", use: "automatically, alone" },
  {
    term: "(?<!there )(?:is|are|was|were) no (?!longer|more than|less than|greater|larger|smaller|later|earlier)",
    use: "isn't a",
  },
  { term: "lately", use: "recently" },
  { term: "aside|set aside", use: "except; dead-letter queue" },
  { term: "beside", use: "next to, with" },
  { term: "comes? of|came of", use: "result from" },
  { term: "at once", use: "immediately, concurrently" },
  { term: "stations?", use: "stage" },
  { term: "carriers?|carriage", use: "sender; run worker, run leases" },
  { term: "likeness(?:es)?", use: "similarity" },
  { term: "shel(?:f|ves)", use: "registry" },
  { term: "front door", use: "HTTP entry point" },
  { term: "patience", use: "timeout" },
  { term: "lively", use: "recently active" },
  { term: "withdrawn", use: "superseded" },
  { term: "withheld", use: "below threshold" },
  { term: "taken up|handed on", use: "claimed, released" },
  { term: "error matrix", use: "confusion matrix" },
  { term: "ways? in", use: "source" },
  { term: "slow checks?", use: "asynchronous check" },
  { term: "judged? again", use: "re-evaluate" },
  { term: "surroundings", use: "context" },
  { term: "quiet jobs?", use: "job that does not create findings" },
  { term: "e-mails?", use: "email" },
  {
    term: "behaviours?|behavioural|colours?|favourites?|labelled|labelling",
    use: "American spelling",
  },
];

/** Banned as a word of an identifier or of a file name. */
export const identifierTerms: readonly Term[] = [
  { term: "told|tells", use: "notified, reported, shown" },
  { term: "asked", use: "requested" },
  { term: "said|says|sayings", use: "verdict, message, output" },
  { term: "kept|keeper", use: "stored, retained; writer" },
  { term: "because", use: "reason" },
  { term: "stands|standing", use: "is; stalled" },
  { term: "whoever|reckon|reckoned|mend|mended|dear|lately|lively", use: "a plain word" },
  { term: "aside|beside|surroundings", use: "context; dead letter" },
  { term: "carrier|carriers|carriage", use: "sender; run worker, run leases" },
  { term: "likeness|likenesses", use: "similarity" },
  { term: "shelf|shelves", use: "registry" },
  { term: "door", use: "authentication service" },
  { term: "patience", use: "timeout" },
  { term: "station|stations", use: "stage" },
  { term: "withheld|withdrawn", use: "below threshold; superseded" },
  { term: "manner|friction", use: "what it is" },
  { term: "undo", use: "shutdown stack" },
];
