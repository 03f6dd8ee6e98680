import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Search, useAddress } from "../address/search.ts";
import { idsIn, unfoldedAfter } from "./use-cell-actions.ts";

/** A row's name as a button that expands the row. */
export function UnfoldButton({ id, children }: { id: string; children: ReactNode }) {
  const { unfolded } = useAddress();
  const navigate = useNavigate();
  const toggle = () =>
    void navigate({
      to: ".",
      search: (before: Search) => ({ ...before, unfolded: unfoldedAfter(before.unfolded, id) }),
      replace: true,
    });
  return (
    <button type="button" className="link start" aria-expanded={idsIn(unfolded).has(id)} onClick={toggle}>
      {children}
    </button>
  );
}
