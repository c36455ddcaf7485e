import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const screens = globSync("web/app/{features/{accounts,shell},routes/account}/**/*.tsx", {
  exclude: ["**/new-password-fields.tsx"],
});
const asksForPassword = /autoComplete="(current|new)-password"|<NewPasswordFields/;
const namesAccount = /<UsernameInput|<EmailField/;

test("every form that takes a password tells password managers whose it is", () => {
  const forms = screens.filter((file) => asksForPassword.test(readFileSync(file, "utf8")));
  expect(forms.length).toBeGreaterThanOrEqual(7);
  expect(forms.filter((file) => !namesAccount.test(readFileSync(file, "utf8")))).toEqual([]);
});
