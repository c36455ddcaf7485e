import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormattedDate } from "#web/ui/formatted-date.tsx";

test("a moment is dd/mm/yyyy, with its minute or its second where that is asked for", () => {
  const at = "2026-03-01T04:05:06.789Z";
  const shown = (time?: boolean | "seconds") =>
    renderToStaticMarkup(<FormattedDate at={at} time={time ?? false} />).replace(/<[^>]*>/g, "");
  expect(shown()).toBe("01/03/2026");
  expect(shown(true)).toBe("01/03/2026 04:05");
  expect(shown("seconds")).toBe("01/03/2026 04:05:06");
});

test("each screen writes its moments by FormattedDate", () => {
  const app = "web/app";
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const byOthers = files.filter((file) =>
    /toLocale(Date|Time)String|DateTimeFormat/.test(readFileSync(join(app, file), "utf8")),
  );
  expect(byOthers).toEqual([]);
});
