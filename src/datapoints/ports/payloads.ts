import type { DatapointId, ProjectId } from "../../platform/ids.ts";

/** A slice of a value that is too long to show whole. */
export interface PayloadPage {
  readonly kind: "text" | "json";
  /** In Unicode code points, like offsets. */
  readonly totalCharacters: number;
  readonly text: string;
}

/**
 * Reads parts of long values without loading the rest into this process. Bounded like every read; see
 * DatapointReader.
 */
export interface PayloadReader {
  /**
   * `keys` is the path of a value below `input`, `output`, `tools` or `attributes`; undefined if it does not
   * exist.
   */
  page(
    project: ProjectId,
    id: DatapointId,
    keys: readonly string[],
    slice: { readonly offset: number; readonly limit: number },
  ): Promise<PayloadPage | undefined>;
}
