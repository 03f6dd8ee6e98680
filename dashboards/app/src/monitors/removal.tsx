import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../platform/api/client.ts";
import { monitorsQuery } from "../platform/api/queries.ts";
import type { Monitor } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";

export function DeleteMonitor({ name, remove }: { name: string; remove: ReturnType<typeof useRemove> }) {
  return (
    <DangerButton what={name} icon="trash" by={remove}>
      It stops checking datapoints. Its issues are not deleted.
    </DangerButton>
  );
}

export function useRemove(known: Monitor | undefined) {
  const navigate = useNavigate();
  const toast = useToast();
  return useChange(() => callApi("DELETE /monitors/{id}", { path: { id: known?.id ?? "" } }), {
    reloads: [monitorsQuery],
    onSuccess: () => {
      toast(`${known?.name} is deleted`);
      void navigate({ to: "/monitors" });
    },
  });
}
