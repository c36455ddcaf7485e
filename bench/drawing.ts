import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { drawDocument } from "#drawing/draw-document.ts";
import { drawPng, fontPathsOf } from "#server/platform/drawing/draw-png.ts";
import { fontOf } from "#server/platform/drawing/fonts.ts";
import { documents } from "../e2e/helpers/drawn-documents.ts";
import { conclude, table } from "./support/print.ts";

/**
 * Drawing designs on the server beside a bare resvg and PNG of the same SVGs, in turns. Of each the quickest turn counts,
 * which another program on the machine disturbs least. Also a document that is too heavy: it is refused after 2 s of a processor. Run it with `npm run bench -- drawing`.
 */
const mostRatio = 1.3;
const turns = 7;
const dataDir = mkdtempSync(join(tmpdir(), "drawing-bench-"));
const drawnHere = documents.filter(({ document }) => document.art.kind === "colour").slice(0, 8);
const timesOf = async (work: () => unknown) => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const rows: string[][] = [["document", "bare ms", "drawn ms", "ratio"]];
const ratios: number[] = [];
for (const { name, document } of drawnHere) {
  const sources = { fonts: fontOf, picture: () => null };
  const svg = drawDocument(document, sources);
  const bare = () =>
    new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: fontPathsOf(dataDir, svg) } })
      .render()
      .asPng();
  const drawn = () => drawPng({ dataDir }, drawDocument(document, sources));
  await drawn();
  bare();
  const [left, right] = [[], []] as [number[], number[]];
  for (let turn = 0; turn < turns; turn += 1) {
    left.push(await timesOf(bare));
    right.push(await timesOf(drawn));
  }
  const [one, other] = [Math.min(...left), Math.min(...right)];
  ratios.push(other / one);
  rows.push([name.split(",")[0]!, one.toFixed(0), other.toFixed(0), (other / one).toFixed(2)]);
}

const text = documents[1]!.document.layers.find((layer) => layer.kind === "text")!;
const heaviest = {
  ...documents[5]!.document,
  layers: Array.from({ length: 30 }, (_, index) => ({
    ...text,
    id: `text-${index}`,
    lines: Array.from({ length: 8 }, () => [{ text: "Heavy letters, 25 a line." }]),
    size: 60,
    y: index * 10,
    outline: { colour: "#000000", width: 8 },
    shadow: { colour: "#000000", x: 4, y: 6, blur: 40 },
  })),
};
const svg = drawDocument(heaviest, { fonts: fontOf, picture: () => null });
let outcome = "drawn";
const took = await timesOf(() => drawPng({ dataDir }, svg).catch((error) => (outcome = String(error))));
console.log(table(rows));
console.log(`30 texts of 200 letters with wide shadows: ${(took / 1000).toFixed(2)} s, ${outcome}`);
const ratio = median(ratios);
console.log(`median ratio ${ratio.toFixed(2)}`);
rmSync(dataDir, { recursive: true });
conclude(ratio <= mostRatio, `at most ${mostRatio} × a bare resvg and PNG`);
