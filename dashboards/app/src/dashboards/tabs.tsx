import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { dashboardsQuery } from "../platform/api/queries.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { Field } from "../platform/ui/forms/field.tsx";
import { FormModal } from "../platform/ui/overlays/modal.tsx";

export function DashboardTabs() {
  const { data, isPending } = useQuery(dashboardsQuery);
  const [isNew, setNew] = useState(false);
  return (
    <nav className="tabs" aria-label="Dashboards" aria-busy={isPending}>
      <TextLink
        text="Overview"
        to="/dashboards"
        activeOptions={{ exact: true, includeSearch: false }}
        activeProps={{ "aria-current": "true" }}
      />
      {(data?.items ?? []).map(({ id, name }) => (
        <TextLink
          text={name}
          key={id}
          to="/dashboards/$id"
          params={{ id }}
          activeOptions={{ includeSearch: false }}
          activeProps={{ "aria-current": "true" }}
        />
      ))}
      <ForMembers>
        <Button text="+ New dashboard" onClick={() => setNew(true)} />
      </ForMembers>
      {isNew && <NewDashboard onClose={() => setNew(false)} />}
    </nav>
  );
}

function NewDashboard({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const make = useChange(() => callApi("POST /dashboards", { body: { name: name.trim() } }), {
    reloads: [dashboardsQuery],
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: "/dashboards/$id", params: { id } });
    },
  });
  return (
    <FormModal title="New dashboard" onClose={onClose} submit="Create" by={make} onSubmit={make.mutate}>
      <Field label="Name" value={name} onChange={setName} required maxLength={80} />
      <p className="muted small">Visible to everyone in the project.</p>
    </FormModal>
  );
}
