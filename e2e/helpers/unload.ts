import type { Page } from "playwright-core";

/** Loads the page anew, and stays when the browser asks. Answers what it asked about. */
export async function stayOnReload(page: Page): Promise<string> {
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const question = await asked;
  await question.dismiss();
  return question.type();
}
