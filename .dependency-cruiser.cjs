/** Who may import whom. `server/test/import-rules.test.ts` plants a violation of each rule and sees it caught. */
const feature = "^server/src/features/([^/]+)/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "contract-stands-alone",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(server|web|emulators|e2e|bench|drawing)/" },
    },
    {
      name: "drawing-stands-alone",
      comment: "Server and browser draw by it alike: it has neither's libraries, files or pages.",
      severity: "error",
      from: { path: "^drawing/", pathNot: "^drawing/test/" },
      to: { path: "^(server|web|emulators|e2e|bench)/|(^|/)node_modules/" },
    },
    {
      name: "drawing-knows-no-node",
      severity: "error",
      from: { path: "^drawing/", pathNot: "^drawing/test/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "drawing-takes-types-of-the-contract",
      comment: "The contract's schemas would bring their library into whatever draws.",
      severity: "error",
      from: { path: "^drawing/", pathNot: "^drawing/test/" },
      to: { path: "^contract/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-and-server-meet-in-the-contract",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(server|emulators)/" },
    },
    {
      name: "server-knows-no-web",
      severity: "error",
      from: { path: "^server/src/" },
      to: { path: "^web/" },
    },
    {
      name: "emulators-are-outside",
      comment: "The emulators are services of their own; the demo alone mounts them.",
      severity: "error",
      from: { path: "^(server/src|contract|web)/", pathNot: "^server/src/demo/" },
      to: { path: "^emulators/" },
    },
    {
      name: "emulators-know-no-product",
      severity: "error",
      from: { path: "^emulators/", pathNot: "^emulators/test/" },
      to: { path: "^(server|web|contract)/" },
    },
    {
      name: "sql-only-in-repositories",
      comment: "Services ask their repository; only repositories, the schema and the platform speak SQL.",
      severity: "error",
      from: {
        path: "^server/src/features/",
        pathNot: "\\.repository\\.ts$|/auth\\.ts$",
      },
      to: { path: "^(server/src/db/tables/|node_modules/(drizzle-orm|pg)/)" },
    },
    {
      name: "a-feature-is-entered-by-its-service",
      severity: "error",
      from: { path: feature },
      to: {
        path: "^server/src/features/[^/]+/.*\\.(routes|repository)\\.tsx?$",
        pathNot: "^server/src/features/$1/",
      },
    },
    {
      name: "services-know-no-http",
      severity: "error",
      from: { path: "\\.(service|repository)\\.ts$" },
      to: {
        path: "^(node_modules/(fastify|@fastify)|server/src/platform/http/)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "platform-providers-and-db-know-no-feature",
      severity: "error",
      from: { path: "^server/src/(platform|providers|db)/" },
      to: { path: "^server/src/features/" },
    },
    {
      name: "platform-knows-no-provider",
      comment: "A provider is made of a type of the platform, so that another can take its place.",
      severity: "error",
      from: { path: "^server/src/platform/" },
      to: { path: "^server/src/providers/" },
    },
    {
      name: "db-knows-no-platform",
      severity: "error",
      from: { path: "^server/src/db/" },
      to: { path: "^server/src/(platform|providers)/" },
    },
    {
      name: "web-features-meet-in-routes",
      severity: "error",
      from: { path: "^web/app/features/([^/]+)/" },
      to: { path: "^web/app/features/([^/]+)/", pathNot: "^web/app/features/($1|shell)/" },
    },
    {
      name: "ui-knows-no-feature",
      severity: "error",
      from: { path: "^web/app/(ui|api)/" },
      to: { path: "^web/app/(features|routes)/" },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "not-to-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|#web/.*\\.css$|\\./\\+types/)|\\.css$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(build|build-[^/]*|\\.react-router)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
    },
  },
};
