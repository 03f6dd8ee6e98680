import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ForMembers, useIsMember } from "../../accounts/sign-in/roles.tsx";
import { useCommands } from "../../app/commands/commands.tsx";
import type { Search } from "../../platform/address/search.ts";
import { callApi } from "../../platform/api/client.ts";
import { viewsQuery } from "../../platform/api/queries.ts";
import type { SavedView } from "../../platform/api/types.ts";
import { useChange } from "../../platform/api/use-change.ts";
import { Button, TextLink } from "../../platform/ui/button.tsx";
import { Field } from "../../platform/ui/forms/field.tsx";
import { inUse } from "../../platform/ui/forms/in-use.ts";
import { FormModal, Modal } from "../../platform/ui/overlays/modal.tsx";
import { useToast } from "../../platform/ui/overlays/toast.tsx";
import { Wrong } from "../../platform/ui/page.tsx";

const given = [
  ["All", ""],
  ["Without test runs", inUse],
  ["Errors", "is:error"],
  ["Failing checks", "has:issue status:ok"],
  ["Refused or cut off", "finish:(content_filter OR length)"],
  ["Slow", "latency:>5s"],
  ["Costly", "cost:>$0.05"],
  ["With tool calls", "has:tool_calls"],
] as const;

/** Shows saved views: each is a name for a part of the address. */
export function ViewsBar({ q }: { q: string }) {
  const { data } = useQuery(viewsQuery);
  const [saving, setSaving] = useState(false);
  const [managing, setManaging] = useState(false);
  const navigate = useNavigate();
  const saved = (data?.items ?? []).filter(({ page }) => page === "datapoints");
  const search = searchToSave();
  const open = (view: SavedView) => void navigate({ to: "/datapoints", search: searchOf(view) });
  const isMember = useIsMember();
  useCommands("Views", [
    ...saved.map((view) => ({ title: view.name, words: "saved view", run: () => open(view) })),
    ...(isMember ? [{ title: "Save this view", run: () => setSaving(true) }] : []),
  ]);
  return (
    <nav className="tabs" aria-label="Views">
      {given.map(([name, query]) => (
        <TextLink
          text={name}
          key={name}
          to="/datapoints"
          search={(before: Search) => ({ ...before, q: query, peek: "" })}
          aria-current={q === query}
        />
      ))}
      {saved.map((view) => (
        <TextLink
          text={view.name}
          key={view.id}
          to="/datapoints"
          search={searchOf(view)}
          aria-current={view.search === search}
        />
      ))}
      <ForMembers>
        <Button text="+ Save view" onClick={() => setSaving(true)} />
        {saved.length > 0 && <Button text="Manage" onClick={() => setManaging(true)} />}
      </ForMembers>
      {saving && <SaveView search={search} onClose={() => setSaving(false)} />}
      {managing && <ManageViews views={saved} search={search} onClose={() => setManaging(false)} />}
    </nav>
  );
}

/** Returns the address parts that a view saves: everything except what is open. */
function searchToSave(): string {
  const search = new URLSearchParams(location.search);
  for (const passing of ["peek", "live"]) search.delete(passing);
  return search.toString();
}

const searchOf = (view: SavedView): Search => Object.fromEntries(new URLSearchParams(view.search));

function SaveView({ search, onClose }: { search: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const toast = useToast();
  const save = useChange(() => callApi("POST /views", { body: { page: "datapoints", name, search } }), {
    reloads: [viewsQuery],
    onSuccess: () => {
      toast(`Saved as ${name}`);
      onClose();
    },
  });
  return (
    <FormModal
      title="Save this view"
      onClose={onClose}
      submit="Save view"
      by={save}
      disabled={name.trim() === ""}
      onSubmit={save.mutate}
    >
      <Field label="Name" value={name} onChange={setName} maxLength={80}>
        <small>Everyone in the project sees it. It saves the filter, time range, columns and order.</small>
      </Field>
    </FormModal>
  );
}

function ManageViews({ views, search, onClose }: { views: readonly SavedView[]; search: string; onClose: () => void }) {
  const queries = useQueryClient();
  const toast = useToast();
  const listAgain = () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
  const change = useMutation({
    mutationFn: ({ id, search }: { id: string; search?: string }) =>
      search === undefined
        ? callApi("DELETE /views/{id}", { path: { id } })
        : callApi("PATCH /views/{id}", { path: { id }, body: { search } }),
    onSuccess: listAgain,
  });
  /** The undo button saves the view again under its name. */
  const remove = ({ id, ...view }: SavedView) =>
    change.mutate(
      { id },
      {
        onSuccess: () =>
          toast(`The view ${view.name} is removed`, () => {
            const body = { page: view.page, name: view.name, search: view.search };
            void callApi("POST /views", { body }).then(listAgain, listAgain);
          }),
      },
    );
  return (
    <Modal title="Saved views" onClose={onClose}>
      {change.error && <Wrong error={change.error} />}
      <ul className="stack">
        {views.map((view) => (
          <li key={view.id} className="line">
            <span className="grow cut">{view.name}</span>
            <Button text="Update to current view" onClick={() => change.mutate({ id: view.id, search })} />
            <Button text="Remove" of={view.name} onClick={() => remove(view)} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
