import type { FastifyReply } from "fastify";
import {
  addReference as addCall,
  changeReference as changeCall,
  deleteReference as deleteCall,
  getReferenceImage,
  getReferencePreview,
  listReferences,
  referenceBytes,
  referenceTooLarge,
  restoreReference as restoreCall,
} from "#contract/references.ts";
import { mount, type Routes } from "#server/platform/http/mount.ts";
import { acceptMultipart, takeUpload } from "#server/platform/http/multipart.ts";
import { filePolicy } from "#server/platform/http/security-headers.ts";
import type { Platform } from "#server/platform/platform.ts";
import { addReference } from "./add-reference.ts";
import {
  changeReference,
  deleteReference,
  readReferenceImage,
  readReferencePreview,
  readReferences,
  restoreReference,
} from "./references.service.ts";

const upload = {
  field: "file",
  maxBytes: referenceBytes,
  missing: "Please choose a picture.",
  tooLarge: referenceTooLarge,
};

export function referencesRoutes(routes: Routes, platform: Platform): void {
  acceptMultipart(routes.app);

  mount(routes, listReferences).data(async ({ viewer, query, total }) => {
    const found = await readReferences(platform, viewer.id, query);
    total(found.total);
    return found.references;
  });

  mount(routes, addCall).data(({ viewer, request }) =>
    takeUpload(request, upload, (file) => addReference(platform, viewer.id, file)),
  );

  mount(routes, changeCall).data(({ viewer, params, body }) =>
    changeReference(platform, viewer.id, params.id, body),
  );

  mount(routes, deleteCall).data(({ viewer, params }) => deleteReference(platform, viewer.id, params.id));

  mount(routes, restoreCall).data(({ viewer, params }) => restoreReference(platform, viewer.id, params.id));

  mount(routes, getReferenceImage).handle(async ({ viewer, params, reply }) =>
    sendPicture(reply, await readReferenceImage(platform, viewer.id, params.id)),
  );

  mount(routes, getReferencePreview).handle(async ({ viewer, params, query, reply }) =>
    sendPicture(reply, await readReferencePreview(platform, viewer.id, params.id, query.width ?? 640)),
  );
}

/** The address names one picture for good, and only its owner's browser may keep it. */
function sendPicture(
  reply: FastifyReply,
  { bytes, mimeType }: { bytes: Buffer; mimeType: string },
): undefined {
  reply
    .type(mimeType)
    .header("cache-control", "private, max-age=31536000, immutable")
    .header("content-security-policy", filePolicy)
    .header("x-content-type-options", "nosniff")
    .send(bytes);
}
