import type { Source } from "../../otlp/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { Scope } from "./scope.ts";

/** One session or conversation over all its traces. Counted from de-duplicated rows. */
export interface Session {
  readonly id: string;
  readonly calls: number;
  readonly errors: number;
  /** Calls with a failed check. */
  readonly failing: number;
  readonly traces: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly models: readonly string[];
  readonly sources: readonly Source[];
  readonly userId?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
  /** Start of the first message, at most 300 characters. */
  readonly inputPreview: string;
}

/** Bounded like every read; see DatapointReader. */
export interface SessionReader {
  /** Returns sessions with a matching call, counting all their calls in the range; most recently active first. */
  list(scope: Scope, page: PageRequest): Promise<Page<Session>>;
  get(project: ProjectId, id: string): Promise<Session | undefined>;
}
