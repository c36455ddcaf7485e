// npm run dev: the shop from its sources, with its own PostgreSQL and emulators. A screen's edit is seen at once with
// the page's state kept; a server's edit starts the shop anew in this process.
import { ensureInstalled, execNode } from "./node.mjs";

ensureInstalled();
execNode(["--enable-source-maps", "scripts/dev-server.mjs"], { NODE_ENV: "development" });
