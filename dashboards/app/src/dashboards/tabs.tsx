import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { dashboardsQuery } from "../platform/api/overview.ts";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { Modal } from "../platform/ui/overlays/modal.tsx";
import { Wrong } from "../platform/ui/page.tsx";

/** Links to the built-in dashboard, to those of the project, and to a new one. */
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
  const queries = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: () => callApi("POST /dashboards", { body: { name: name.trim() } }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
      onClose();
      void navigate({ to: "/dashboards/$id", params: { id } });
    },
  });
  return (
    <Modal
      title="New dashboard"
      onClose={onClose}
      actions={<Button submits text="Create" form="new-dashboard" className="primary" disabled={make.isPending} />}
    >
      <form id="new-dashboard" className="form" onSubmit={handleSubmit(() => make.mutate())}>
        <label className="field">
          <span className="label">Name</span>
          <input required maxLength={80} value={name} onChange={({ target }) => setName(target.value)} />
        </label>
        <p className="muted small">Visible to everyone in the project.</p>
        {make.error && <Wrong error={make.error} />}
      </form>
    </Modal>
  );
}
