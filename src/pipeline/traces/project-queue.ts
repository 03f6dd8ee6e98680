import type { ProjectId } from "../../platform/ids.ts";
import type { ItemRef, TraceKey } from "./taken-trace.ts";

/** References to the parts of a trace that wait to be taken. */
export interface BufferedTrace extends TraceKey {
  readonly key: string;
  isReplay: boolean;
  refs: ItemRef[];
  bytes: number;
  firstAt: number;
  lastAt: number;
}

/** The traces of one project that wait to be taken. */
export interface ProjectQueue {
  readonly projectId: ProjectId;
  /** Due immediately: no other entry has parts of them. */
  readonly complete: Map<string, BufferedTrace>;
  /** In order of the last part, except for traces that have reached their maximum hold time. */
  readonly buffered: Map<string, BufferedTrace>;
  deficit: number;
  items: number;
  isPaused: boolean;
}

export interface EntrySize {
  readonly items: number;
  readonly payloadBytes: number;
  left: number;
}

export const isEmpty = ({ complete, buffered }: ProjectQueue) => complete.size + buffered.size === 0;
export const isActive = (queue: ProjectQueue) => !isEmpty(queue) && !queue.isPaused;
