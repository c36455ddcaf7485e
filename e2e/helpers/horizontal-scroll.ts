import type { Page } from "playwright-core";

/** A word as long as the longest name, without a place to break it. */
const word = "W".repeat(200);

/**
 * An address as long as a name may be, and as hard to break: its parts are as long as the rules for addresses allow.
 */
export const longEmail = `${"w".repeat(64)}@${"w".repeat(63)}.${"w".repeat(60)}.com`;

/**
 * Puts the long word wherever the page shows a text that holds one of the marks, then answers what makes the page
 * scroll sideways, and which of those texts run out of their boxes over what stands beside them.
 */
export async function sidewaysOf(page: Page, marks: string[]): Promise<string[]> {
  return page.evaluate(
    async ({ marks, word }) => {
      const nameOf = (element: Element): string => {
        const text = element.textContent?.trim().slice(0, 30);
        return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> "${text}"`;
      };
      const clips = (element: Element) => getComputedStyle(element).overflowX !== "visible";
      const long: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        if (node.parentElement?.closest("script, style, template, noscript")) continue;
        if (node.data === word) long.push(node);
        else if (marks.some((mark) => (node as Text).data.includes(mark))) {
          node.data = word;
          long.push(node);
        }
      }

      // What moves when the window gets another width has come to rest, even in a transition of a moment.
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));

      const wrong: string[] = [];
      const root = document.documentElement;
      if (root.scrollWidth > innerWidth) {
        const widest = [...document.body.querySelectorAll("*")]
          .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
          .filter((each) => {
            let box = each.parentElement;
            while (box && box !== document.body && !clips(box)) box = box.parentElement;
            return !box || box === document.body;
          })
          .sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right)
          .at(0);
        wrong.push(`scrolls sideways to ${root.scrollWidth} px: ${widest ? nameOf(widest) : "?"}`);
      }
      for (const node of long) {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { right, width } = range.getBoundingClientRect();
        if (width === 0) continue;
        let box = node.parentElement;
        while (box && !clips(box)) {
          if (getComputedStyle(box).display !== "inline" && box.getBoundingClientRect().right < right - 1) {
            wrong.push(
              `runs ${Math.round(right - box.getBoundingClientRect().right)} px out of ${nameOf(box)}`,
            );
            break;
          }
          box = box.parentElement;
        }
      }
      return [...new Set(wrong)];
    },
    { marks, word },
  );
}
