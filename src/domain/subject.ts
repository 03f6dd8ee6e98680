import type { Datapoint, Json } from "./datapoint.ts";

/**
 * A datapoint as checks see it: the texts they judge, with what is dear to compute (folded text, words, sentences,
 * parsed JSON) made once, on first use, and shared by all checks of this datapoint.
 */
export interface Subject {
  readonly datapoint: Datapoint;
  /** Last user message, text parts joined by line feeds; "" where there is none. */
  readonly input: string;
  /** Assistant text of the first choice, text and refusal parts joined by line feeds; "" where there is none. */
  readonly output: string;
  readonly expected: Json | undefined;
}
