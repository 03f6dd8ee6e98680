import type { Store } from "../api/stores.ts";
import { Badge } from "./badges.tsx";

/** The stores as terms and descriptions of a description list. */
export function StoreRows({ stores }: { stores: readonly Store[] }) {
  return stores.map(({ name, ok, detail }) => (
    <div key={name} style={{ display: "contents" }}>
      <dt>{name}</dt>
      <dd>
        <Badge tone={ok ? "ok" : "fail"} sign={ok ? "✓" : "✕"}>
          {ok ? "answers" : "does not answer"}
        </Badge>{" "}
        <span className="muted">{detail}</span>
      </dd>
    </div>
  ));
}
