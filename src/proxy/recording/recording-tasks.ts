import type { PackedCalls } from "./encode-calls.ts";

/** A task of the recording thread: read calls (returns an Encoding), or read a raw batch (returns its bytes). */
export type RecordingTask =
  | { readonly kind: "calls"; readonly packed: PackedCalls }
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

export const recordingThread = new URL("./recording-thread.ts", import.meta.url);
