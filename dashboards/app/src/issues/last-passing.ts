import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { newestRows } from "../platform/api/newest-rows.ts";
import type { Datapoint } from "../platform/api/types.ts";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { useQueryLanguage } from "../platform/ui/query/query-language.ts";

/** Compares a flagged call with the newest one that passed the same check, preferably of the same model. */
export function useLastPassing(check: string, datapoint: Datapoint | undefined) {
  const language = useQueryLanguage("datapoints");
  const navigate = useNavigate();
  const toast = useToast();
  return useMutation({
    async mutationFn() {
      if (!language || !datapoint) return undefined;
      const passed = language.toggled("", { field: "check", sub: check, value: "passed" });
      const model = datapoint.responseModel ?? datapoint.requestModel;
      const sameModel = model === undefined ? [] : [language.toggled(passed, { field: "model", value: model })];
      for (const q of [...sameModel, passed]) {
        const [newest] = await newestRows({ q, range: "30d", limit: 1 });
        if (newest) return newest.id;
      }
      return undefined;
    },
    onSuccess(passing) {
      if (passing !== undefined && datapoint)
        void navigate({ to: "/datapoints/compare", search: { a: passing, b: datapoint.id } });
      else toast("No call of the last 30 days passed this check");
    },
  });
}
