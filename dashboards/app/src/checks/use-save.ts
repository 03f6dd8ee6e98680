import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../platform/api/client.ts";
import { allChecks } from "../platform/api/queries.ts";
import type { CheckDetail } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { type Draft, definitionOf, listOf } from "./draft.ts";

export function useSave(known: CheckDetail | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  return useChange(
    (draft: Draft) => {
      const { name, title, description, severity } = draft;
      const fields = { description, severity, tags: listOf(draft.tags), ...definitionOf(draft) };
      const titled = title.trim() === "" ? fields : { ...fields, title };
      return known
        ? callApi("PATCH /checks/{name}", {
            path: { name: known.name },
            body: { ...titled, ...(known.custom ? { number: known.custom.number } : {}) },
          })
        : callApi("POST /checks", { body: { name, ...titled } });
    },
    {
      reloads: [...allChecks, { queryKey: ["GET /checks/{name}/versions"] }],
      onSuccess: (saved) => {
        toast(`${saved.title} is saved as v${saved.custom?.number ?? 1}`);
        void navigate({ to: "/checks/$name", params: { name: saved.name } });
      },
    },
  );
}
