import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { modelsQuery } from "../api/models.ts";
import { definitionText, typeNames } from "../models/words.ts";
import { Page } from "../ui/page.tsx";
import { Blank, Skeleton, Wrong } from "../ui/states.tsx";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { useTitle } from "../ui/title.ts";

export function ModelsPage() {
  useTitle("Models");
  const { data, error } = useQuery(modelsQuery);
  return (
    <Page
      title="Models"
      actions={
        <Link to="/models/new" className="button primary">
          New model
        </Link>
      }
    >
      {error && <Wrong error={error} />}
      {!data && !error && <Skeleton />}
      {data?.items.length === 0 && (
        <Blank title="No model yet">
          <p>
            A model is what a test run calls: a provider's model with your prompt, your application behind HTTP, or your
            own code.
          </p>
        </Blank>
      )}
      {data && data.items.length > 0 && (
        <Table label="Models" head={["Name", "What answers", "Which", ">Version", "Tags", "Changed", ""]}>
          {data.items.map(({ id, name, version, definition, tags, createdAt }) => (
            <tr key={id}>
              <td>
                <Link to="/models/$id" params={{ id }}>
                  {name}
                </Link>
              </td>
              <td>{typeNames[definition.type]}</td>
              <td>
                {definition.type === "custom" ? (
                  <span className="muted">–</span>
                ) : (
                  <code>{definitionText(definition)}</code>
                )}
              </td>
              <td className="right num">{version}</td>
              <td className="muted">{tags.join(", ") || "–"}</td>
              <td className="muted">
                <Time at={createdAt} />
              </td>
              <td className="right">
                <Link to="/test-runs/new" search={{ model: id }} className="button quiet">
                  Run<span className="hidden"> {name}</span>
                </Link>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Page>
  );
}
