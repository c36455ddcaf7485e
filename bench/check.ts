import type { Page } from "playwright-core";
import type { DesignDocument } from "#contract/design-document.ts";
import { openBrowser, openVisitor } from "../e2e/helpers/browser.ts";
import { textLayer } from "../e2e/helpers/drawn-documents.ts";
import { join } from "../e2e/helpers/people.ts";
import { startShop } from "../e2e/helpers/start-shop.ts";
import { conclude, ms, table } from "./support/print.ts";

/**
 * Check in the editor, of a design with 30 layers: from the press to the frame in which its marks and its place stand,
 * beside the same markup put into the page by nothing but the browser, in turns. That takes two or three frames on a
 * machine at rest, where Check is drawn within 100 ms. Run it with `npm run bench -- check`.
 */
const mostRatio = 4;
const rounds = 15;

const document: DesignDocument = {
  format: 1,
  art: {
    kind: "colour",
    colour: "#1d3557",
    crop: { x: 0, y: 0, width: 1, height: 1 },
    adjust: { brightness: 0, contrast: 0, saturation: 0, blur: 0, shade: { side: "none", amount: 0 } },
  },
  layers: Array.from({ length: 30 }, (_, at) =>
    textLayer(`text-${at}`, `Layer ${at}`, {
      x: 40 + (at % 6) * 200,
      y: 20 + Math.floor(at / 6) * 130,
      size: 56,
    }),
  ),
};

/** In milliseconds: Check opened, and the same markup without it. */
async function opened(page: Page): Promise<{ check: number; bare: number }> {
  return page.evaluate(async () => {
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const tab = [...window.document.querySelectorAll<HTMLButtonElement>("[aria-controls=design-panel]")].find(
      (each) => each.textContent === "Check",
    )!;
    const isDrawn = () =>
      window.document.querySelectorAll("[data-place] svg text").length === 30 &&
      window.document.querySelector("[data-mark]") !== null;
    const started = performance.now();
    tab.click();
    while (!isDrawn()) await frame();
    await frame();
    const check = performance.now() - started;
    const panel = window.document.getElementById("design-panel")!;
    const copy = panel.outerHTML;
    tab.click();
    await frame();
    await frame();
    const place = window.document.createElement("div");
    panel.after(place);
    const begun = performance.now();
    place.innerHTML = copy;
    await frame();
    await frame();
    const bare = performance.now() - begun;
    place.remove();
    await frame();
    return { check, bare };
  });
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

const [shop, browser] = await Promise.all([startShop(), openBrowser()]);
const rows = [["processor", "Check", "bare", "ratio"]];
let isMet = true;
try {
  const { page } = await openVisitor(browser, shop.url);
  await join(page);
  const made = await page.request.post("/api/designs", { data: { name: "Thirty", document } });
  if (!made.ok()) throw new Error(await made.text());
  const { id } = (await made.json()).data as { id: string };
  await page.goto(`/user/designs/${id}?place=home`);
  await page.getByRole("region", { name: "Marks of This design" }).locator("[data-mark]").first().waitFor();
  await page.getByRole("button", { name: "Check", exact: true }).click();
  const devtools = await page.context().newCDPSession(page);
  for (const rate of [1, 4]) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate });
    const times: Awaited<ReturnType<typeof opened>>[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await opened(page));
    const [check, bare] = [median(times.map((each) => each.check)), median(times.map((each) => each.bare))];
    if (rate === 1) isMet = check / bare <= mostRatio;
    rows.push([
      rate === 1 ? "plain" : `slowed ${rate} times`,
      ms(check),
      ms(bare),
      (check / bare).toFixed(1),
    ]);
  }
} finally {
  await browser.close();
  await shop.stop();
}
console.log(table(rows));
conclude(isMet, `at most ${mostRatio} × the same markup alone`);
