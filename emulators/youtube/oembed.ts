import type { FastifyInstance } from "fastify";
import type { Calls } from "./calls.ts";
import { findVideo, type World } from "./world.ts";

const address =
  /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?:[?&#].*)?$/;

/** https://oembed.com; the public answers are plain words. */
export function mountOembed(app: FastifyInstance, world: World, calls: Calls): void {
  app.get<{ Querystring: { url?: string; format?: string } }>("/oembed", async (request, reply) => {
    const { url = "", format = "json" } = request.query;
    const id = address.exec(url)?.[1];
    return calls.perform(
      "oembed",
      request,
      reply,
      async (fault) => {
        const refuse = (code: number, text: string) => reply.code(code).type("text/html").send(text);
        if (format !== "json") return refuse(501, "Not Implemented");
        if (!id) return refuse(400, "Bad Request");
        const found = findVideo(world, id);
        if (!found) return refuse(404, "Not Found");
        const { video, channel } = found;
        if (video.privacy === "private" || fault?.fault === "private") return refuse(403, "Forbidden");
        if (!video.embeddable || fault?.fault === "unembeddable") return refuse(401, "Unauthorized");
        const title = video.title.replaceAll('"', "&quot;");
        return {
          title: video.title,
          author_name: channel.title,
          author_url: `https://www.youtube.com/@${channel.handle}`,
          type: "video",
          height: 113,
          width: 200,
          version: "1.0",
          provider_name: "YouTube",
          provider_url: "https://www.youtube.com/",
          thumbnail_height: 360,
          thumbnail_width: 480,
          thumbnail_url: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
          html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${id}?feature=oembed" frameborder="0" allowfullscreen title="${title}"></iframe>`,
        };
      },
      id,
    );
  });
}
