import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ForMembers } from "../accounts/sign-in/roles.tsx";
import { callApi } from "../platform/api/client.ts";
import { checkQuery, checksQuery } from "../platform/api/queries.ts";
import type { CheckDetail } from "../platform/api/types.ts";
import { useChange } from "../platform/api/use-change.ts";
import { SeverityBadge } from "../platform/ui/badges.tsx";
import { Button, TextLink } from "../platform/ui/button.tsx";
import { DangerButton } from "../platform/ui/forms/danger-button.tsx";
import { useToast } from "../platform/ui/overlays/toast.tsx";
import { Page, Section, Skeleton, useTitle, Wrong } from "../platform/ui/page.tsx";
import { Prose } from "../platform/ui/prose.tsx";
import { Accuracy, Examples } from "./check-evidence.tsx";
import { CheckForm } from "./check-form-page.tsx";
import { draftOf } from "./draft.ts";
import { kindText } from "./library-table.tsx";
import { OptionsOf } from "./option-fields.tsx";

/** One check: the builder if the project wrote it, otherwise its description. */
export function CheckPage() {
  const { name } = useParams({ from: "/checks/$name" });
  useTitle(name);
  const { data, error } = useQuery(checkQuery(name));
  if (!data)
    return (
      <Page title={name} narrow>
        {error ? <Wrong error={error} /> : <Skeleton />}
      </Page>
    );
  if (data.definition)
    return (
      <>
        <CheckState check={data} />
        <CheckForm key={data.custom?.updatedAt} start={draftOf(data)} known={data} />
      </>
    );
  return <LibraryCheck check={data} />;
}

function LibraryCheck({ check }: { check: CheckDetail }) {
  const { title, name, description, judges, output, mode, needs, severity, source, version } = check;
  return (
    <Page
      title={title}
      narrow
      actions={<TextLink text="Monitor with it" to="/monitors/new" search={{ check: name }} className="button" />}
    >
      <Section title="Definition">
        <p>
          <Prose text={description} />
        </p>
        <dl className="facts">
          <dt>Name</dt>
          <dd>
            <code>{name}</code>, version {version}
          </dd>
          <dt>Kind</dt>
          <dd>{kindText(check)}</dd>
          <dt>Evaluates</dt>
          <dd>{judges}</dd>
          <dt>Rule</dt>
          <dd>{output.rule}</dd>
          <dt>Runs</dt>
          <dd>{mode}</dd>
          {needs.length > 0 && <dt>Requires</dt>}
          {needs.length > 0 && <dd>{needs.join(", ").replaceAll("_", " ")}</dd>}
          <dt>Severity</dt>
          <dd>
            <SeverityBadge severity={severity} />
          </dd>
          <dt>Source</dt>
          <dd>{source}</dd>
          <dt>Monitors</dt>
          <dd>
            {check.usedBy.length === 0 && "none"}
            {check.usedBy.map((monitor, index) => (
              <span key={monitor.id}>
                {index > 0 && ", "}
                <TextLink text={monitor.name} to="/monitors/$id" params={{ id: monitor.id }} />
              </span>
            ))}
          </dd>
        </dl>
      </Section>
      <Examples examples={check.examples} />
      <Accuracy {...check} />
      <Section title="Options">
        <OptionsOf check={check} />
      </Section>
    </Page>
  );
}

function CheckState({ check }: { check: CheckDetail }) {
  const navigate = useNavigate();
  const toast = useToast();
  const path = { name: check.name };
  const again = useChange(() => callApi("PATCH /checks/{name}", { path, body: { enabled: true } }), {
    reloads: [checkQuery(check.name), checksQuery],
  });
  const remove = useChange(() => callApi("DELETE /checks/{name}", { path }), {
    reloads: [checksQuery],
    onSuccess: () => {
      toast(`${check.title} is deleted`);
      void navigate({ to: "/checks" });
    },
  });
  const off = check.custom?.off;
  const users = check.usedBy.map(({ name }) => name).join(", ");
  return (
    <div className="bar">
      {off && (
        <span className="note warn" role="status">
          <strong>Switched off</strong>
          <span>{off.reason}</span>
          <ForMembers>
            <Button text="Switch on" onClick={() => again.mutate()} />
          </ForMembers>
        </span>
      )}
      <span className="muted small">{users === "" ? "No monitor uses it yet." : `Monitors: ${users}`}</span>
      <TextLink text="Monitor with it" to="/monitors/new" search={{ check: check.name }} className="button" />
      <span className="grow" />
      <ForMembers>
        <DangerButton what={check.title} by={remove}>
          Its versions are deleted too. Its verdicts are not deleted.
        </DangerButton>
      </ForMembers>
    </div>
  );
}
