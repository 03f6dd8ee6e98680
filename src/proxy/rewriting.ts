import type { OwnError } from "./errors.ts";

export interface AnswerHead {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly encoding: string | undefined;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

/** The rewritten bytes of a response: those sent to the client, and those recorded. */
export interface Rewritten {
  readonly shown: Buffer;
  readonly recorded: Buffer;
}

/**
 * Rewrites a response on its way to the client. `begin` returns undefined for a response that needs no rewriting.
 */
export interface Rewriting {
  /** Headers (name, value, …) that tell the client what was changed. */
  readonly headers: readonly string[];
  begin(head: AnswerHead): Rewriter | undefined;
}

export type Rewriter =
  | {
      readonly kind: "pieces";
      /** Absent: the content type stays the same. */
      readonly contentType?: string;
      /** Throws when the provider's bytes cannot be read; the response is then ended. */
      add(chunk: Buffer): Rewritten;
      /**
       * Called at the provider's clean end. Returns undefined when the API's end marker is missing: the response is
       * incomplete.
       */
      end(): Rewritten | undefined;
      /** Returns the bytes for the client that were still buffered when the response broke off. */
      buffered(): Buffer;
    }
  | {
      readonly kind: "whole";
      readonly contentType: string;
      /** Rewrites an inflated body; an empty one if it cannot be inflated. */
      rewrite(body: Buffer): Buffer | OwnError;
    };
