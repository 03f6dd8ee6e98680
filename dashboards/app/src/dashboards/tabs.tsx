import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { dashboardsQuery } from "../platform/api/queries.ts";
import { useChange } from "../platform/api/use-change.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { Field, handleSubmit } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Wrong } from "../platform/ui/page.tsx";

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
    <Modal
      title="New dashboard"
      onClose={onClose}
      actions={<Button submits text="Create" form="new-dashboard" className="primary" by={make} />}
    >
      <form id="new-dashboard" className="form" onSubmit={handleSubmit(() => make.mutate())}>
        <Field label="Name" value={name} onChange={setName} required maxLength={80} />
        <p className="muted small">Visible to everyone in the project.</p>
        {make.error && <Wrong error={make.error} />}
      </form>
    </Modal>
  );
}
