import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { callApi } from "../platform/api/client.ts";
import { monitorsQuery } from "../platform/api/queries.ts";
import type { Monitor } from "../platform/api/types.ts";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { Icon } from "../platform/ui/icon.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";

export function DeleteMonitor({ name, remove }: { name: string; remove: ReturnType<typeof useRemove> }) {
  return (
    <DangerButton
      what={name}
      icon={<Icon name="trash" />}
      isPending={remove.isPending}
      error={remove.error}
      onDo={() => remove.mutate()}
    >
      It stops checking datapoints. Its issues are not deleted.
    </DangerButton>
  );
}

export function useRemove(known: Monitor | undefined) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    mutationFn: () => callApi("DELETE /monitors/{id}", { path: { id: known?.id ?? "" } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: monitorsQuery.queryKey });
      toast(`${known?.name} is deleted`);
      void navigate({ to: "/monitors" });
    },
  });
}
