import type { Scope } from "../../dashboards/ports/overview.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Source } from "../datapoint.ts";
import type { Page, PageRequest } from "./datapoint-reader.ts";

/** The calls of one session or conversation, over all its traces. Counted from de-duplicated rows. */
export interface Session {
  readonly id: string;
  readonly calls: number;
  readonly errors: number;
  /** Calls that a check failed on. */
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
  /** Beginning of what was first said, at most 300 characters. */
  readonly inputPreview: string;
}

/** Bounded as every read, see DatapointReader. */
export interface SessionReader {
  /** Sessions of which a call matches, with all their calls of that time; the one heard of last first. */
  list(scope: Scope, page: PageRequest): Promise<Page<Session>>;
  get(project: ProjectId, id: string): Promise<Session | undefined>;
}
