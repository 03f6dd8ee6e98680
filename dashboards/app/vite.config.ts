import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import service from "../../package.json" with { type: "json" };

export default defineConfig({
  plugins: [react(), appAtOnce()],
  define: { gaffeVersion: JSON.stringify(service.version) },
  // The service replaces it with a fresh nonce in every page.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2023",
    // Inlined files become data: URLs, which the page's policy allows only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith("shared") ? "shared" : "[name]"}-[hash].js`,
        codeSplitting: {
          // A browser runs six requests concurrently: more files than that add a round trip for distant users.
          groups: [
            { name: "main", test: /\/src\/main\.ts$/, priority: 4 },
            {
              name: "app",
              test: /\/src\/(app\/app\.tsx$|platform\/(address|ui|keyboard|api)\/|dashboards\/charts\/(?!plot))|\/@tanstack\/react-query\//,
              priority: 3,
            },
            {
              name: "dialog",
              test: /\/src\/datapoints\/dialog\/(?!markdown)|\/@tanstack\/(react-virtual|virtual-core)\//,
              priority: 2,
            },
            { name: "list", test: /\/src\/platform\/list\//, priority: 2 },
            { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: { port: 4234, proxy: { "/api": "http://127.0.0.1:4233", "/readyz": "http://127.0.0.1:4233" } },
});

/** Loads the app in parallel with the script that imports it, not afterwards. */
function appAtOnce(): Plugin {
  return {
    name: "app-at-once",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle = {} }) {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === "chunk" && file.moduleIds.some((id) => id.endsWith("/src/app/app.tsx")) ? file.fileName : [],
        );
        return files.map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          injectTo: "head",
        }));
      },
    },
  };
}
