/** Returns the page of a pasted trace, datapoint or issue id; undefined for any other text. */
export function pageOfPasted(text: string): { readonly title: string; readonly path: string } | undefined {
  const id = text.trim();
  if (/^[0-9a-f]{32}$/i.test(id)) return { title: `Open the trace ${id}`, path: `/traces/${id.toLowerCase()}` };
  const issue = /^(?:#|[A-Za-z]+-)?(\d{1,9})$/.exec(id)?.[1];
  if (issue !== undefined) return { title: `Open the issue #${issue}`, path: `/issues/${issue}` };
  if (/^[A-Za-z0-9_-]{22}$/.test(id)) return { title: `Open the datapoint ${id}`, path: `/datapoints/${id}` };
  return undefined;
}
