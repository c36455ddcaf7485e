import { globSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { MessageText } from "#web/features/support/message-body.tsx";
import { PresenceLine } from "#web/features/support/presence.tsx";
import { deactivation } from "#web/ui/editing/actions.tsx";
import { UserLink } from "#web/ui/user-link.tsx";

test("a name within a sentence is parted from its direction", () => {
  const others = ["דוד", "Mona"].map((userName) => ({ _id: userName, userName, typing: false }));
  expect(renderToStaticMarkup(<PresenceLine others={others} />)).toContain(
    "<bdi>דוד</bdi> is looking at this ticket, <bdi>Mona</bdi> is looking at this ticket",
  );
  for (const id of [null, "1"])
    expect(
      renderToStaticMarkup(
        <MemoryRouter>
          <UserLink id={id}>דוד</UserLink>
        </MemoryRouter>,
      ),
    ).toContain("<bdi>דוד</bdi>");
});

test("a message goes in the direction of its own letters", () => {
  expect(renderToStaticMarkup(<MessageText text="שלום!" />)).toBe('<p dir="auto">שלום!</p>');
});

test("no question, toast or failure holds a name that would turn its neighbours", () => {
  const bare =
    /(?:\b(?:title|message): |oasts\.(?:success|error)\(\s*|attempt\(\s*)`[^`]*\$\{[\w.]*(?:name|title)\}[^`]*`/gi;
  const found = globSync("web/app/**/*.{ts,tsx}").flatMap((file) => {
    const texts = readFileSync(file, "utf8").match(bare) ?? [];
    // A page's title is the browser's to show.
    return texts.filter((text) => !text.includes("shopName")).map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
  expect(deactivation("דוד", "").title).toBe('Deactivate "\u2068דוד\u2069"?');
});
