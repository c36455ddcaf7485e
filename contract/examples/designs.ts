import { getBrand, saveBrand } from "../brand.ts";
import { getDesignArt, getFontFile } from "../design-assets.ts";
import { untouched } from "../design-parts.ts";
import {
  changeDesign,
  createDesign,
  deleteDesign,
  duplicateDesign,
  getDesign,
  getDesignImage,
  getDesignPreview,
  listDesigns,
  listDesignVersions,
  listFonts,
  restoreDesign,
  restoreDesignVersion,
  saveDesign,
} from "../designs.ts";
import type { Example } from "./example.ts";

const id = "$DESIGN";

const words = {
  id: "title",
  kind: "text",
  lines: [[{ text: "14 HOURS" }], [{ text: "ON A " }, { text: "TRAIN", fill: "#ffd43b" }]],
  x: 80,
  y: 380,
  rotation: 0,
  opacity: 1,
  hidden: false,
  locked: false,
  font: "Anton",
  size: 140,
  weight: 400,
  letterSpacing: 0,
  lineHeight: 1.05,
  align: "left",
  fill: "#ffffff",
};

export const designExamples: readonly Example[] = [
  {
    title: "Make a design",
    call: createDesign,
    needs: ["run"],
    body: { name: "Night train", from: { kind: "picture", id: "$PICTURE" } },
  },
  {
    title: "Save a design",
    call: saveDesign,
    needs: ["design"],
    params: { id },
    body: {
      version: 1,
      document: { format: 1, art: { kind: "picture", id: "$PICTURE", ...untouched }, layers: [words] },
    },
  },
  {
    title: "Download a design",
    call: getDesignImage,
    needs: ["design"],
    params: { id },
    query: { format: "png", download: "1" },
    output: "design.png",
  },
  {
    title: "Download a small design",
    call: getDesignPreview,
    needs: ["design"],
    params: { id },
    query: { width: "320" },
    output: "design.webp",
  },
  { title: "Read a design", call: getDesign, needs: ["design"], params: { id } },
  {
    title: "List designs",
    call: listDesigns,
    needs: ["design"],
    query: { sort: "updatedAt", order: "desc" },
  },
  {
    title: "Rename a design",
    call: changeDesign,
    needs: ["design"],
    params: { id },
    body: { name: "Night train, second cut", favourite: true },
  },
  { title: "Duplicate a design", call: duplicateDesign, needs: ["design"], params: { id } },
  { title: "List versions", call: listDesignVersions, needs: ["design"], params: { id } },
  {
    title: "Restore a version",
    call: restoreDesignVersion,
    needs: ["design"],
    params: { id, version: "1" },
  },
  {
    title: "Download the art",
    call: getDesignArt,
    needs: ["design"],
    params: { id },
    output: "art.png",
  },
  { title: "Delete a design", call: deleteDesign, needs: ["design"], params: { id } },
  { title: "Bring a design back", call: restoreDesign, needs: ["deleted design"], params: { id } },
  { title: "List fonts", call: listFonts },
  {
    title: "Download a font",
    call: getFontFile,
    params: { name: "anton-latin-400" },
    output: "anton.ttf",
  },
  { title: "Read the brand", call: getBrand },
  {
    title: "Save the brand",
    call: saveBrand,
    body: { fonts: ["Anton"], colours: ["#ffd43b", "#101b1a"], useInRuns: true },
  },
];
