import type { DatapointId, ProjectId } from "../../platform/ids.ts";

/** A stretch of a value that is too long to be shown whole. */
export interface PayloadPage {
  readonly kind: "text" | "json";
  /** Unicode code points, as offsets are. */
  readonly totalCharacters: number;
  readonly text: string;
}

/** Reads parts of long values without reading the rest into this process. Bounded as every read, see DatapointReader. */
export interface PayloadReader {
  /** `keys` lead to a value below `input`, `output`, `tools` or `attributes`; undefined where there is none. */
  page(
    project: ProjectId,
    id: DatapointId,
    keys: readonly string[],
    stretch: { readonly offset: number; readonly limit: number },
  ): Promise<PayloadPage | undefined>;
}
