import type { Store } from "../api/stores.ts";
import { Mark } from "./marks.tsx";

/** Terms and descriptions of a list of facts. */
export function StoreRows({ stores }: { stores: readonly Store[] }) {
  return stores.map(({ name, ok, detail }) => (
    <div key={name} style={{ display: "contents" }}>
      <dt>{name}</dt>
      <dd>
        <Mark tone={ok ? "ok" : "fail"} sign={ok ? "✓" : "✕"}>
          {ok ? "answers" : "does not answer"}
        </Mark>{" "}
        <span className="muted">{detail}</span>
      </dd>
    </div>
  ));
}
