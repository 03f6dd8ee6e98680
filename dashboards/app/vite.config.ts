import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import service from "../../package.json" with { type: "json" };

export default defineConfig({
  plugins: [react()],
  define: { gaffeVersion: JSON.stringify(service.version) },
  // The service puts a fresh nonce in its place on every page it serves.
  html: { cspNonce: "__NONCE__" },
  build: {
    target: "es2023",
    // Inlined files would be data: addresses, which the page's policy refuses for everything but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { port: 4234, proxy: { "/api": "http://127.0.0.1:4233", "/readyz": "http://127.0.0.1:4233" } },
});
