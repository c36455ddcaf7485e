import type { Config } from "@react-router/dev/config";

// @react-router/node is among the dependencies without an import: by it React Router resolves for Node and not for the web.
export default {
  appDirectory: "web/app",
  buildDirectory: process.env.BUILD_DIR || "build",
  serverBuildFile: "server.js",
  ssr: true,
  // The list of all screens would be a script of every public page; a page asks for those that its links lead to.
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} satisfies Config;
