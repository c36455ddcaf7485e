import { downloadCreditEntries, getBalance, listCreditEntries } from "../credits.ts";
import { listGallery } from "../gallery.ts";
import { makePack, previewPack } from "../packs.ts";
import {
  addReference,
  changeReference,
  deleteReference,
  getReferenceImage,
  getReferencePreview,
  listReferences,
  restoreReference,
} from "../references.ts";
import type { Example } from "./example.ts";

const id = "$REFERENCE";

export const referenceExamples: readonly Example[] = [
  {
    title: "Upload a reference",
    call: addReference,
    form: { file: "@logo.png", name: "Logo", kind: "logo" },
  },
  { title: "List references", call: listReferences, needs: ["reference"], query: { kind: "logo" } },
  {
    title: "Change a reference",
    call: changeReference,
    needs: ["reference"],
    params: { id },
    body: { name: "Logo, white" },
  },
  {
    title: "Download a reference",
    call: getReferenceImage,
    needs: ["reference"],
    params: { id },
    output: "logo.png",
  },
  {
    title: "Download a small reference",
    call: getReferencePreview,
    needs: ["reference"],
    params: { id },
    query: { width: "320" },
    output: "logo.webp",
  },
  { title: "Delete a reference", call: deleteReference, needs: ["reference"], params: { id } },
  {
    title: "Bring a reference back",
    call: restoreReference,
    needs: ["deleted reference"],
    params: { id },
  },
];

const entries = [
  { kind: "picture", id: "$PICTURE" },
  { kind: "design", id: "$DESIGN" },
];

export const galleryExamples: readonly Example[] = [
  {
    title: "List the gallery",
    call: listGallery,
    needs: ["run"],
    query: { kind: "run", niche: "travel", page: "1" },
  },
  {
    title: "Look into a pack",
    call: previewPack,
    needs: ["design"],
    query: { entries: "picture:$PICTURE,design:$DESIGN" },
  },
  {
    title: "Make a pack",
    call: makePack,
    needs: ["design"],
    body: { title: "Night train", entries },
    output: "pack.zip",
  },
];

export const balanceExamples: readonly Example[] = [
  { title: "Read the balance", call: getBalance },
  {
    title: "List credit entries",
    call: listCreditEntries,
    needs: ["run"],
    query: { page: "1", pageSize: "20" },
  },
  { title: "Download credit entries", call: downloadCreditEntries, needs: ["run"], output: "credits.csv" },
];
