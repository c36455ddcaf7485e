// npm start: installs, builds, migrates and seeds what is missing, then serves.
import { join } from "node:path";
import { buildDir, ensureBuilt } from "./build.mjs";
import { ensureInstalled, execNode } from "./node.mjs";

ensureInstalled();
ensureBuilt();
// Young memory of 8 MB: pictures under way are let go of sooner, before they make the collector look through all there is.
// What the start alone needed goes back once the shop is idle, which Node lets a program ask for with --expose-gc.
execNode(["--max-semi-space-size=8", "--expose-gc", join(buildDir, "server/server.js")], {
  NODE_ENV: "production",
  // What V8 compiled at an earlier start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(buildDir, ".compiled"),
  // Threads that wait for the disk should not keep others from their work: twice two pictures are stored at once.
  UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "16",
  // glibc would keep freed memory in an arena of its own for each of them.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  // Left alone, it raises with each large piece that is freed how large one has to be to go back to the system.
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? "262144",
});
