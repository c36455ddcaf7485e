import type { Page } from "playwright-core";

/** Headings and fields in the window that the shown toasts lie on; there must be a toast. */
export async function coveredByToasts(page: Page): Promise<string[]> {
  const toasts = page.locator("[data-sonner-toast][data-mounted=true][data-removed=false]");
  await toasts.first().waitFor();
  return page.evaluate(async () => {
    const shown = [...document.querySelectorAll("[data-sonner-toast][data-removed=false]")];
    // What has been scrolled under the top bar is covered already.
    const bar = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    await Promise.all(shown.flatMap((toast) => toast.getAnimations().map(({ finished }) => finished)));
    const plates = shown.map((toast) => toast.getBoundingClientRect());
    const others = [...document.querySelectorAll("main :is(h1, h2, h3, input, textarea, select)")];
    return others
      .filter((element) => {
        // A heading's words, not its line.
        const words = document.createRange();
        words.selectNodeContents(element);
        const box = (element.matches("h1, h2, h3") ? words : element).getBoundingClientRect();
        return plates.some(
          (plate) =>
            box.width > 0 &&
            box.left < plate.right &&
            box.right > plate.left &&
            box.top < plate.bottom &&
            box.bottom > Math.max(plate.top, bar),
        );
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
