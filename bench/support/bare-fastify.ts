import Fastify from "fastify";

/** The least that a server of the shop's kind can be, for the comparison of start-up times. */
const app = Fastify();
app.get("/", async () => ({ ok: true }));
process.once("SIGTERM", () => process.exit(0));
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
