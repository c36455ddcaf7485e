// Loaded before a script that npm started: ends it as SIGTERM does when npm is gone.
import { endWithParent } from "./node.mjs";

endWithParent(() => process.kill(process.pid, "SIGTERM")).unref();
