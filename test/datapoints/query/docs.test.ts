import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fields } from "../../../src/datapoints/clickhouse/fields.ts";
import { datapointFields } from "../../../src/datapoints/query/index.ts";
import { issueFields } from "../../../src/issues/query/issue-fields.ts";

const page = readFileSync(new URL("../../../docs/query.md", import.meta.url), "utf8");

test.each([...datapointFields, ...issueFields])("docs/query.md lists $key, its aliases and values", (field) => {
  const names = [field.key + (field.sub ? ".<name>" : ""), ...field.aliases].map((name) => `\`${name}\``).join(", ");
  const values = Object.keys(field.values ?? {}).map((value) => ` \`${value}\``);
  expect(page).toContain(`| ${names} | ${field.type} | ${field.doc}${values.join("")} |`);
});

test.each(
  datapointFields.filter(({ sub, key }) => !sub && key !== "has" && key !== "issue" && !key.startsWith("feedback")),
)("$key has a column", ({ key }) => expect(Object.keys(fields)).toContain(key));
