/**
 * A module may import the modules before it in this list, by their `index.ts` and `service.ts`; `platform` has none, because its files
 * are independent of each other. `app` and `main` may import all of them.
 */
const order = [
  "platform",
  "otlp",
  "storage",
  "server",
  "accounts",
  "providers",
  "datapoints",
  "privacy",
  "checks",
  "monitors",
  "issues",
  "notifications",
  "backtest",
  "dashboards",
  "testing",
  "ingest",
  "proxy",
  "pipeline",
  "web",
  "app",
];
/** Folders of variants: each lists its own in `index.ts`, and only what starts the service picks among them: `app`, and `start.ts` of a module. */
const registries = [
  { variants: "datapoints/conventions", owner: "datapoints/conventions" },
  { variants: "checks/library", owner: "checks/library" },
  { variants: "checks/judges/(rubrics|wire)", owner: "checks/judges" },
  { variants: "notifications/channels", owner: "notifications/channels" },
];
const anyOf = (modules) => `^src/(${modules.join("|")})/`;

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    ...order.slice(0, -1).map((module, place) => ({
      name: `${module}-imports-modules-before-it`,
      severity: "error",
      from: { path: `^src/${module}/` },
      to: { path: anyOf(order.slice(place + 1)) },
    })),
    ...order.slice(1, -1).map((module) => ({
      name: `${module}-is-imported-by-its-index`,
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/app/", "^src/main\\.ts$", "^src/[a-z]+/query/", `^src/${module}/`] },
      to: { path: `^src/${module}/`, pathNot: `^src/${module}/(index|service)\\.ts$` },
    })),
    ...registries.map(({ variants, owner }) => ({
      name: `only-starts-pick-from-${owner.replace("/", "-")}`,
      severity: "error",
      from: {
        path: "^src/",
        pathNot: ["^src/app/", "^src/[a-z]+/start\\.ts$", `^src/${owner}/`],
      },
      to: { path: `^src/${variants}/` },
    })),
    {
      name: "src-imports-no-package-but-genai-wire",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(instrumentation|sdk|dashboards|cli)/" },
    },
    {
      name: "genai-wire-imports-nothing-of-the-product",
      severity: "error",
      comment: "Published packages contain parts of it.",
      from: { path: "^packages/genai-wire/" },
      to: { path: "^(src|instrumentation|sdk|dashboards|cli|packages/api-client)/" },
    },
    {
      name: "readers-of-provider-apis-are-pure",
      severity: "error",
      from: { path: "^packages/genai-wire/src/(dialects/|loose-json\\.ts|unreachable\\.ts)" },
      to: { pathNot: "^packages/genai-wire/src/(dialects/|loose-json\\.ts|unreachable\\.ts)" },
    },
    {
      name: "the-instrumentation-imports-readers-only",
      severity: "error",
      comment: "What it imports is compiled into the published package.",
      from: { path: "^instrumentation/" },
      to: { path: "^packages/", pathNot: "^packages/genai-wire/src/(dialects/|loose-json\\.ts|unreachable\\.ts)" },
    },
    {
      name: "the-sdk-and-the-command-import-the-api-client-only",
      severity: "error",
      comment: "What they import is compiled into the published packages.",
      from: { path: "^(sdk|cli)/" },
      to: { path: "^(packages|instrumentation|dashboards|sdk|cli)/", pathNot: ["^packages/api-client/", "^$1/"] },
    },
    {
      name: "packages-import-only-the-query-language",
      severity: "error",
      from: { path: "^(instrumentation|sdk|dashboards|cli)/" },
      to: { path: "^src/", pathNot: "^src/[a-z]+/query/" },
    },
    {
      name: "only-the-web-app-imports-the-query-language",
      severity: "error",
      from: { path: "^(instrumentation|sdk|cli)/" },
      to: { path: "^src/[a-z]+/query/" },
    },
    {
      name: "the-api-client-imports-nothing-else",
      severity: "error",
      comment: "Published packages and the browser contain it.",
      from: { path: "^packages/api-client/" },
      to: { pathNot: "^packages/api-client/" },
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
