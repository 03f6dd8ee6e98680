// Tells a pull request how its flows went: one comment, which later runs write anew.
import { readFileSync } from "node:fs";

const environment = process.env;
const api = environment.GITHUB_API_URL ?? "https://api.github.com";
const comments = `${api}/repos/${environment.GITHUB_REPOSITORY}/issues`;
const event = JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH, "utf8"));
const number = event.pull_request.number;

// Several uses of the action in one repository have a comment each.
const place = [environment.GITHUB_WORKFLOW, environment.GAFFE_ACTION_FOLDER, environment.GAFFE_ACTION_FLOW].join("/");
const marker = `<!-- gaffe:${encodeURIComponent(place)} -->`;
const longest = 60_000; // GitHub takes 65,536 characters.
const summary = String(readFileSync(environment.GAFFE_ACTION_SUMMARY));
const text = summary.length > longest ? `${summary.slice(0, longest)}\n\n… cut off: see the run's summary` : summary;
const commit = event.pull_request.head.sha.slice(0, 7);
const body = `${marker}\n${text}\n\n<sub>Commit ${commit}</sub>`;

try {
  const known = await find();
  if (known === undefined) await ask("POST", `${comments}/${number}/comments`, { body });
  else await ask("PATCH", `${comments}/comments/${known}`, { body });
} catch (thrown) {
  // The flows have their own status: a comment that could not be written is no reason to fail them.
  console.log(`::warning title=Gaffe::The pull request could not be commented on: ${thrown.message}`);
}

async function find() {
  for (let page = 1; ; page++) {
    const some = await ask("GET", `${comments}/${number}/comments?per_page=100&page=${page}`);
    const mine = some.find((comment) => comment.body?.startsWith(marker));
    if (mine) return mine.id;
    if (some.length < 100) return undefined;
  }
}

async function ask(method, url, content) {
  const response = await fetch(url, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${environment.GITHUB_TOKEN}`,
      "content-type": "application/json",
      "user-agent": "gaffe-action",
      "x-github-api-version": "2022-11-28",
    },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return response.json();
  const why = response.status === 403 ? ": give the job `permissions: pull-requests: write`" : "";
  throw new Error(`${method} ${new URL(url).pathname} was answered ${response.status}${why}`);
}
