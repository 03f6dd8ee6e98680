import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../platform/api/client.ts";
import { mutesQuery } from "../platform/api/queries.ts";
import { Section } from "../platform/ui/page.tsx";
import { Wrong } from "../platform/ui/states.tsx";
import { Table } from "../platform/ui/table.tsx";
import { Time } from "../platform/ui/time/time.tsx";

const scopes = { project: "the whole project", monitor: "monitor", issue: "issue" } as const;

/** Lists the recipients who opted out through a link in an email. Hidden while there are none. */
export function Mutes() {
  const { data } = useQuery(mutesQuery);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => callApi("DELETE /mutes/{id}", { path: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: mutesQuery.queryKey }),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title="Muted recipients">
      {remove.error && <Wrong error={remove.error} />}
      <Table label="Muted" head={["Address", "Of what", "Since", ""]}>
        {data.items.map(({ id, recipient, scope, name, createdAt }) => (
          <tr key={id}>
            <td className="anywhere">{recipient}</td>
            <td>
              <span className="muted">{scopes[scope]}</span> {scope !== "project" && name}
            </td>
            <td className="muted">
              <Time at={createdAt} />
            </td>
            <td className="right">
              <button type="button" onClick={() => remove.mutate(id)}>
                Unmute<span className="hidden"> {recipient}</span>
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}
