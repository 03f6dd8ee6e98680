const commits = ["GITHUB_SHA", "CI_COMMIT_SHA", "CIRCLE_SHA1", "BUILDKITE_COMMIT", "BITBUCKET_COMMIT", "GIT_COMMIT"];
const builds = ["CI_JOB_URL", "CIRCLE_BUILD_URL", "BUILDKITE_BUILD_URL", "BUILD_URL"];

/** Returns the tested commit and the page of the build, from the variables that CI services set. */
export function builtFrom(environment = process.env): { readonly commit?: string; readonly ciUrl?: string } {
  const named = (names: readonly string[]) => names.map((name) => environment[name]).find(Boolean) ?? "";
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = environment;
  const commit = named(commits);
  const ciUrl = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : named(builds);
  return {
    ...(/^[0-9a-f]{7,64}$/i.test(commit) ? { commit } : {}),
    ...(/^https?:/.test(ciUrl) && URL.canParse(ciUrl) ? { ciUrl } : {}),
  };
}
