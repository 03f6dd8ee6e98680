import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ForMembers } from "../../accounts/sign-in/roles.tsx";
import { useAddress } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { modelQuery, modelsQuery } from "../../platform/api/test-queries.ts";
import type { Model } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { TextLink } from "../../platform/ui/button.tsx";
import { DangerButton } from "../../platform/ui/forms/danger-button.tsx";
import { Page, Skeleton, Wrong } from "../../platform/ui/page.tsx";
import { LatestRuns } from "../runs/latest-runs.tsx";
import { ModelForm } from "./model-form.tsx";

export function NewModelPage() {
  return <ModelForm />;
}

export function ModelPage() {
  const { id } = useParams({ from: "/models/$id" });
  const { data, error } = useQuery(modelQuery(id));
  if (!data)
    return (
      <Page title="Model" narrow>
        {error ? <Wrong error={error} /> : <Skeleton />}
      </Page>
    );
  return (
    <ModelForm key={data.id} known={data} actions={<Actions model={data} />}>
      <LatestRuns of={{ modelId: data.id }} />
    </ModelForm>
  );
}

function Actions({ model: { id, name } }: { model: Model }) {
  const navigate = useNavigate();
  const { scenario } = useAddress();
  const remove = useChange(() => callApi("DELETE /models/{id}", { path: { id } }), {
    reloads: [modelsQuery],
    onSuccess: () => void navigate({ to: "/models" }),
  });
  return (
    <>
      <ForMembers>
        <DangerButton what={name} by={remove}>
          All its versions go, its keys, and the test runs made of it. The datapoints of those runs stay.
        </DangerButton>
      </ForMembers>
      <TextLink
        text="Run against a scenario"
        to="/test-runs/new"
        search={{ model: id, ...(scenario === undefined ? {} : { scenario }) }}
        className="button primary"
      />
    </>
  );
}
