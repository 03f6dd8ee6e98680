import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { Query } from "../query/ast.ts";

export interface Scope {
  readonly project: ProjectId;
  readonly query: Query;
  readonly range: Range;
}
