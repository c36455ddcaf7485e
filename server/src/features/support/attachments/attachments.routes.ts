import { create as contentDisposition } from "content-disposition";
import type { FastifyReply } from "fastify";
import {
  getSupportAttachment,
  maxAttachmentBytes,
  postSupportAttachment,
} from "#contract/support-attachments.ts";
import { getGuestAttachment, postGuestAttachment } from "#contract/support-guest.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, takeUpload } from "#server/platform/http/multipart.ts";
import { filePolicy } from "#server/platform/http/security-headers.ts";
import type { Platform } from "#server/platform/platform.ts";
import { requireGuestTicket } from "../guests/guest-replies.ts";
import type { AttachmentRow } from "./attachments.repository.ts";
import { readAttachment, readAttachmentOfTicket, saveAttachment } from "./attachments.ts";

const upload = {
  field: "file",
  maxBytes: maxAttachmentBytes,
  missing: "Please choose a file.",
  tooLarge: "Please attach files of at most 5 MB each.",
};

/** A link may be passed on, so that the address alone does not hold back whoever fills the store through one. */
const guestTicketLimit = {
  name: "support-guest-upload-ticket",
  max: 60,
  windowSeconds: 3600,
  by: "user",
} as const;

export function attachmentRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(routes, postSupportAttachment).data(({ viewer, request }) =>
    takeUpload(request, upload, (file) => saveAttachment(platform, viewer, file)),
  );

  mount(routes, getSupportAttachment).handle(async ({ params, viewer, reply }) => {
    sendFile(reply, await readAttachment(platform, viewer, params.id));
    return undefined;
  });

  mount(routes, postGuestAttachment).data(({ request }) =>
    takeUpload(request, upload, async (file) => {
      const ticket = await requireGuestTicket(platform, file.fields.get("token") ?? "");
      await platform.rateLimits.use(guestTicketLimit, ticket.id);
      return saveAttachment(platform, { guestTicketId: ticket.id }, file);
    }),
  );

  mount(routes, getGuestAttachment).handle(async ({ params, query, reply }) => {
    const ticket = await requireGuestTicket(platform, query.token);
    sendFile(reply, await readAttachmentOfTicket(platform, ticket.id, params.id));
    return undefined;
  });
}

function sendFile(
  reply: FastifyReply,
  { attachment, bytes }: { attachment: AttachmentRow; bytes: Buffer },
): void {
  reply
    .header("content-disposition", contentDisposition(attachment.name))
    .header("content-security-policy", filePolicy)
    .header("cross-origin-resource-policy", "same-origin")
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "private, no-store")
    .type(attachment.mimeType)
    .send(bytes);
}
