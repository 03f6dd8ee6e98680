import type { OwnError } from "./errors.ts";

/** The beginning of a provider's answer. */
export interface AnswerHead {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly encoding: string | undefined;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** What becomes of some bytes of an answer: what the client gets, and what the record is made from. */
export interface Rewritten {
  readonly shown: Buffer;
  readonly kept: Buffer;
}

/** Changes an answer on its way to the client. `begin` gives undefined where this answer passes as it is. */
export interface Rewriting {
  /** Headers (name, value, …) that tell the client what was done. */
  readonly headers: readonly string[];
  begin(head: AnswerHead): Rewriter | undefined;
}

export type Rewriter =
  | {
      readonly kind: "pieces";
      /** Absent: it stays. */
      readonly contentType?: string;
      /** Throws where the provider's bytes cannot be read; the answer breaks off then. */
      add(chunk: Buffer): Rewritten;
      /** At the provider's clean end. Undefined: it was no end that its API defines, the answer broke off. */
      end(): Rewritten | undefined;
      /** What was still held when the answer broke off, for the client. */
      held(): Buffer;
    }
  | {
      readonly kind: "whole";
      readonly contentType: string;
      rewrite(body: Buffer): Buffer | OwnError;
    };
