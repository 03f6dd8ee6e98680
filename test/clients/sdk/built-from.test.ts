import { expect, test } from "vitest";
import { builtFrom } from "../../../packages/api-client/src/built-from.ts";

const commit = "0123456789abcdef0123456789abcdef01234567";
const github = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "someone/app", GITHUB_RUN_ID: "812" };

test.each([
  [
    { GITHUB_SHA: commit, ...github },
    { commit, ciUrl: "https://github.com/someone/app/actions/runs/812" },
  ],
  [
    { CI_COMMIT_SHA: commit, CI_JOB_URL: "https://git.example/jobs/7" },
    { commit, ciUrl: "https://git.example/jobs/7" },
  ],
  [{ GIT_COMMIT: commit, BUILD_URL: "" }, { commit }],
  [{ GIT_COMMIT: "main", BUILD_URL: "javascript:alert(1)" }, {}],
  [{}, {}],
])("a build of %o is reported as %o", (environment, expected) => {
  expect(builtFrom(environment)).toEqual(expected);
});
