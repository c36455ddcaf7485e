import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkStateOf } from "#web/ui/check/check-state.ts";
import { Controls } from "#web/ui/check/controls.tsx";

test("a length can be typed on a phone, whose number pad has no colon", () => {
  const change = () => {};
  const about = { title: "", channel: "" };
  const state = checkStateOf("");
  const page = renderToStaticMarkup(
    <Controls state={state} theme="light" onChange={change} about={about} onAbout={change} />,
  );
  const [, id] = /<label for="([^"]*)">Length</.exec(page)!;
  const field = new RegExp(`<input id="${id}"[^>]*>`).exec(page)?.[0];
  expect(field).toContain('type="text"');
  expect(field).not.toMatch(/inputmode/i);
});
