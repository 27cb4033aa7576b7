/** `npm run build` packs the drawings of all boards into one file, which Ludarium runs where there is no browser. */

import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { styleRules } from "./plugins/style-rules.ts";

export default defineConfig({
  plugins: [styleRules(), react({ jsxImportSource: "react" })],
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "../src/ludarium/engine/drawn",
    emptyOutDir: true,
    copyPublicDir: false,
    target: "es2020",
    lib: { entry: "src/drawing/index.tsx", formats: ["iife"], name: "ludarium", fileName: () => "boards.js" },
  },
});
