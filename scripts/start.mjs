// npm start: installs, builds, migrates and seeds what is missing, then serves.
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { becomeNode, ensureInstalled, root } from "./node.mjs";

ensureInstalled();
ensureBuilt();
becomeNode(["--enable-source-maps", join(root, "build/server/server.js")], { NODE_ENV: "production" });
