import { themes } from "./plugins/themes";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Where `npm run dev` finds the server: LUDARIUM_SERVER names another. */
const server = process.env["LUDARIUM_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  // Every text that an element shows goes through the language that is spoken.
  plugins: [themes(), react({ jsxImportSource: "#language" })],
  build: {
    outDir: "../src/ludarium/server/client",
    emptyOutDir: true,
    // The server's page-size check reads which files the first page needs.
    manifest: "manifest.json",
    // No inline scripts or data addresses: the server's content security policy forbids them.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
  server: {
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/testing/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    testTimeout: 60_000, // a busy machine takes its time
    css: false,
  },
});
