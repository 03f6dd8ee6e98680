import type { ToolCall } from "../../../../datapoints/index.ts";
import { stringLeaves } from "../../../../platform/json/json.ts";

export function leavesOf(calls: readonly ToolCall[], except: readonly string[]) {
  return calls
    .flatMap(({ parsed }) => (parsed ? [...stringLeaves(parsed)] : []))
    .filter(({ path }) => !except.includes(path));
}
