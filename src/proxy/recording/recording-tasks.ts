import type { PackedCalls } from "./encode-calls.ts";

/** What the recording thread is asked: to read calls (answered by an Encoding), or a raw batch (by its bytes). */
export type RecordingTask =
  | { readonly kind: "calls"; readonly packed: PackedCalls }
  | { readonly kind: "raw"; readonly bytes: Uint8Array };

export const recordingThread = new URL("./recording-thread.ts", import.meta.url);
