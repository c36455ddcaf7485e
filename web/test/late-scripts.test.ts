import { expect, test } from "vitest";
import { startScriptsLate } from "#web/late-scripts.ts";

const code = 'import * as route0 from "/assets/a.js"; const price = "$1";';
const page = [
  '<link rel="modulepreload" href="/assets/a.js"/>',
  '<script type="application/ld+json">{}</script>',
  '<script nonce="m">first()</script>',
  `<script nonce="m" type="module" async="">${code}</script>`,
].join("");

test("no script of a late page is asked for before its start, and each still bears the mark that the policy is made by", () => {
  const late = startScriptsLate(page, "m");
  expect(late).not.toMatch(/rel="modulepreload"|type="module"/);
  expect(late).toContain('<script type="application/ld+json">{}</script><script nonce="m">first()</script>');
  // The policy allows the code by the hash of its text.
  expect(late).toContain(`<script type="text/plain" nonce="m">${code}</script><script nonce="m">`);
});

test("a script that came in by someone's text does not get the mark", () => {
  const planted =
    '<script type="module">planted()</script><script type="module" nonce="n">guessed()</script>';
  const late = startScriptsLate(planted + page, "m");
  expect(late.startsWith(planted)).toBe(true);
  expect(late).toContain(`<script type="text/plain" nonce="m">${code}</script><script nonce="m">`);
});
