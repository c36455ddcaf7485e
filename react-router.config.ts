import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "web/app",
  buildDirectory: process.env.BUILD_DIR ?? "build",
  serverBuildFile: "server.js",
  ssr: true,
  // Route manifests are small here, and discovery by request would be one more public address to guard.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
