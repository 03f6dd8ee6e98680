import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { scenarioSetQuery } from "../platform/api/test-queries.ts";
import type { IssueDetail, IssueRequest } from "../platform/api/types.ts";
import { Button, IconButton, TextLink } from "../platform/ui/button.tsx";
import { handleSubmit } from "../platform/ui/forms/field.tsx";
import { OutLink } from "../platform/ui/prose.tsx";

interface Props {
  readonly issue: IssueDetail;
  readonly change: (request: IssueRequest) => void;
  readonly busy: boolean;
}

export function IssueLinks({ issue, change, busy }: Props) {
  const [link, setLink] = useState("");
  const { links, resolvesAfterRunOf: awaited } = issue;
  return (
    <section className="card stack" aria-label="Linked">
      <h2>Linked</h2>
      {(awaited !== undefined || links.length > 0) && (
        <ul className="stack" style={{ gap: 6 }}>
          {awaited !== undefined && <Awaited id={awaited} change={change} busy={busy} />}
          {links.map((each) => (
            <li key={each} className="line" style={{ flexWrap: "nowrap" }}>
              <span className="cut grow">
                <OutLink to={each}>{nameOf(each)}</OutLink>
              </span>
              <TakeAway what={nameOf(each)} busy={busy} onDo={() => change({ unlink: each })} />
            </li>
          ))}
        </ul>
      )}
      <form
        className="line"
        style={{ flexWrap: "nowrap" }}
        onSubmit={handleSubmit(() => {
          change({ link: link.trim() });
          setLink("");
        })}
      >
        <label className="hidden" htmlFor="link">
          Address of a pull request, a commit or another issue
        </label>
        <input
          id="link"
          type="url"
          pattern="[Hh][Tt][Tt][Pp][Ss]?://.+"
          title="An address that begins with https://"
          className="grow"
          style={{ minWidth: 0 }}
          placeholder="https:// pull request, commit, issue"
          value={link}
          onChange={({ target }) => setLink(target.value)}
        />
        <Button submits text="Link" disabled={busy || link.trim() === ""} />
      </form>
    </section>
  );
}

function Awaited({ id, change, busy }: { id: string } & Omit<Props, "issue">) {
  const { data, isPending } = useQuery(scenarioSetQuery(id));
  return (
    <li className="line" style={{ flexWrap: "nowrap" }} aria-busy={isPending}>
      <span className="grow">
        Resolved when a test run over{" "}
        {data ? <TextLink text={data.name} to="/scenarios/$id" params={{ id }} /> : "a scenario set"} passes
      </span>
      <TakeAway what="the test run" busy={busy} onDo={() => change({ resolveAfterRunOf: "" })} />
    </li>
  );
}

function TakeAway({ what, busy, onDo }: { what: string; busy: boolean; onDo: () => void }) {
  return <IconButton icon="close" label={`Take ${what} away`} disabled={busy} onClick={onDo} />;
}

/** Returns the host and the end of the path, which identify a pull request in a narrow column. */
function nameOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname } = new URL(address);
  const path = pathname.split("/").filter(Boolean);
  return [host.replace(/^www\./, ""), ...(path.length > 4 ? ["…", ...path.slice(-3)] : path)].join("/");
}
