import type { ProjectId } from "../../platform/ids.ts";
import type { Datapoint, DialogHistory } from "../datapoint.ts";
import type { DialogLink } from "../dialog/dialog-link.ts";

/** Reads earlier calls of a dialog from ClickHouse. Throws Failure("dependency") like the datapoint reader. */
export interface DialogHistoryReader {
  /**
   * Returns what came before a call by its link, at most `historyLimits`. Undefined if it is the first call of its
   * conversation.
   */
  read(
    project: ProjectId,
    link: DialogLink,
    call: Pick<Datapoint, "id" | "startedAt">,
  ): Promise<DialogHistory | undefined>;
}
