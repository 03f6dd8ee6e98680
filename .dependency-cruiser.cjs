/** The import rules of docs/line.md: who may know whom. */
const from = (path) => ({ path: `^src/${path}` });
const not = (...folders) => ({ path: "^src/", pathNot: folders.map((folder) => `^src/${folder}/`) });
const shelves = ["conventions", "checks", "judges", "providers", "channels"];

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "lib-knows-nobody", severity: "error", from: from("lib/"), to: not("lib") },
    { name: "domain-knows-lib", severity: "error", from: from("domain/"), to: not("domain", "lib") },
    { name: "otlp-is-pure", severity: "error", from: from("otlp/"), to: not("otlp", "domain", "lib") },
    ...["contract", "config", "ports"].map((folder) => ({
      name: `${folder}-knows-domain`,
      severity: "error",
      from: from(`${folder}/`),
      to: not(folder, "domain", "lib"),
    })),
    ...shelves.map((shelf) => ({
      name: `${shelf}-is-a-shelf`,
      severity: "error",
      from: from(`${shelf}/`),
      to: not(shelf, "ports", "telemetry", "domain", "lib"),
    })),
    ...["pipeline", "offline", "api"].map((folder) => ({
      name: `${folder}-picks-no-shelf`,
      severity: "error",
      from: from(`${folder}/`),
      to: { path: shelves.map((shelf) => `^src/${shelf}/`) },
    })),
    {
      name: "only-the-assemblers-pick-variants",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/(assemble|worker)", ...shelves.map((shelf) => `^src/${shelf}/`)] },
      to: { path: shelves.map((shelf) => `^src/${shelf}/`) },
    },
    {
      name: "of-the-packages-only-the-readers-of-apis",
      comment:
        "docs/decisions/350: how the calls of an API are read is written once, in the package that is published.",
      severity: "error",
      from: { path: "^src/" },
      to: {
        path: "^(instrumentation|sdk|dashboards|cli)/",
        pathNot: "^instrumentation/src/(calls/(dialect|message)|dialects/(openai-[a-z]+|anthropic))\\.ts$",
      },
    },
    {
      name: "readers-of-apis-are-pure",
      severity: "error",
      from: { path: "^instrumentation/src/(calls/(dialect|loose|message)|dialects/(openai-[a-z]+|anthropic))\\.ts$" },
      to: { pathNot: "^instrumentation/src/(calls/(dialect|loose|message)|dialects/openai-[a-z]+)\\.ts$" },
    },
    {
      name: "packages-know-only-the-contract",
      severity: "error",
      from: { path: "^(instrumentation|sdk|dashboards|cli)/" },
      to: { path: "^src/", pathNot: "^src/(contract/|domain/query/)" },
    },
    {
      name: "the-query-language-is-for-the-app-alone",
      severity: "error",
      from: { path: "^(instrumentation|sdk|cli)/" },
      to: { path: "^src/domain/" },
    },
    {
      name: "the-app-takes-types-from-the-contract",
      severity: "error",
      comment: "A schema in the browser costs 90 KB and is not needed: the API has checked what it sends.",
      from: { path: "^dashboards/" },
      to: { path: "^src/contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nothing-unresolved",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^vitest/config$" },
    },
    { name: "no-dev-code-in-src", severity: "error", from: { path: "^src/" }, to: { dependencyTypes: ["npm-dev"] } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
