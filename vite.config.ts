import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { chunkGroups, sharedEntries } from "./scripts/chunk-groups.ts";
import { leanCalls } from "./scripts/lean-calls.ts";
import { classNameOf, classNames, leanIcons, refuseUnknownClasses } from "./scripts/lean-markup.ts";
import { moduleSizes } from "./scripts/module-sizes.ts";
import { oldestBrowsers, refuseNewerNames } from "./scripts/oldest-browsers.ts";
import { precompress } from "./scripts/precompress.ts";
import { shrinkServer } from "./scripts/shrink-server.ts";

/**
 * What the start needs is one file: ninety small ones, each shared by some late part, take it a tenth longer to find. Beside
 * it lie the parts that are loaded when they are first needed: mails, receipts, the demo's services.
 */
const serverFiles = {
  chunkFileNames: "[name]-[hash].js",
  codeSplitting: { groups: [{ name: "start", test: /\/server\/src\/main\.ts$/ }] },
};

/**
 * One build makes both halves: the browser's files under build/client and the bundled server, build/server/server.js,
 * whose entry is the shop itself (it imports the rendered pages as a virtual module).
 * Packages with native parts or files of their own stay outside the bundle.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    classNames(),
    leanIcons(),
    leanCalls(),
    refuseNewerNames(),
    reactRouter(),
    precompress(),
    sharedEntries(),
    moduleSizes(),
    shrinkServer(),
  ],
  publicDir: "web/public",
  // All that any screen imports is found before the first visit: a package found later would reload the open page.
  optimizeDeps: {
    entries: ["web/app/root.tsx", "web/app/entry.client.tsx", "web/app/routes/**/*.{ts,tsx}"],
    include: ["react/jsx-dev-runtime", "react-dom/client", "react-router/dom"],
  },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    target: isSsrBuild ? "node24" : oldestBrowsers,
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          onLog: refuseUnknownClasses,
          optimization: { inlineConst: { mode: "all", pass: 1 } },
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
    },
    // React Router takes the server's entry from here alone; elsewhere it would be the rendered pages by themselves.
    ssr: {
      // Else each package would bring what it has for development along, and choose at the start.
      ...(command === "build" ? { define: { "process.env.NODE_ENV": JSON.stringify("production") } } : {}),
      build: {
        rolldownOptions: {
          input: "./server/src/main.ts",
          // Else what two late parts share goes into what is loaded at the start.
          experimental: { chunkOptimization: false },
          output: serverFiles,
          // What the browser loads late may be part of a screen that the server has at hand.
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
  },
  ssr: {
    // Unbundled packages cost a second at each start; while developing they are loaded once.
    noExternal: command === "build" || undefined,
    external: [
      "@prometheus-io/client",
      "@opentelemetry/sdk-trace",
      "@opentelemetry/context-async-hooks",
      "@opentelemetry/core",
      "@opentelemetry/resources",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/instrumentation-undici",
      "@googleapis/youtube",
      "google-auth-library",
      "prettier",
      "sharp",
      "@resvg/resvg-js",
      "fontkit",
      "pg-native",
      "pdfkit",
      "thread-stream",
      "pino",
    ],
  },
}));
