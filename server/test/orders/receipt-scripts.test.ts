import { expect, test } from "vitest";
import { textOfPdf } from "../helpers/pdf-text.ts";
import { openPaypalShop } from "../payments/paypal-shop.ts";

/** Each as it stands from left to right. Of signs that stand otherwise than they are read, the second is what is seen. */
const inEachScript: readonly (readonly [written: string, shown: string])[] = [
  ["Zoë Đặng Łukasz", "Zoë Đặng Łukasz"],
  ["Иван Привет", "Иван Привет"],
  ["Παπαδόπουλος ΑΕ", "Παπαδόπουλος ΑΕ"],
  ["王小明 先生", "王小明 先生"],
  ["山田 たろう", "山田 たろう"],
  ["김철수 한국", "김철수 한국"],
  ["สมชาย ใจดี", "สมชาย ใจดี"],
  ["राम नाथ", "राम नाथ"],
  ["דוד בן כהן", "ןהכ ןב דוד"],
  ["محمد بن سلمان", "ناملس نب دمحم"],
  ["רחוב הרצל 12 (דירה 3-4), Tel Aviv", "Tel Aviv ,(3-4 הריד) 12 לצרה בוחר"],
  ["Acme דוד כהן (ישראל) Ltd. 03-12", "Acme (לארשי) ןהכ דוד Ltd. 03-12"],
  ["شارع ١٢٣", "١٢٣ عراش"],
  ["Team 👨‍👩‍👧‍👦 One 👍🏽🇩🇪", "Team ? One ??"],
  ["葛\u{e0100}飾\u200e", "葛飾"],
];

/** Marks on letters for which the font has no place for them. */
const misplaced = ["גָשאׁ", "ءنَء"];

test("a receipt shows a name in each script that the studio can set, in its order of reading", async () => {
  const s = await openPaypalShop();
  const long = `${"אבגד הוזח ".repeat(12)}סוף`;
  const sellerNote = [...inEachScript.map(([written]) => written), ...misplaced, long].join("\n");
  await s.shop.send({ method: "PUT", url: "/api/shop-settings", as: s.admin, body: { sellerNote } });
  const { order } = await s.paid();
  const { rawPayload } = await s.shop.http.inject({
    url: `/order/${order.orderId}/receipt`,
    headers: { cookie: s.buyer.cookie },
  });
  const pieces = textOfPdf(rawPayload);
  for (const [, shown] of inEachScript) expect(pieces.join("")).toContain(shown);
  expect(pieces.at(-1), "what is read last is on the last line").toMatch(/^ףוס /);
  expect(pieces.at(-2), "what is read first on the one before").toMatch(/ חזוה דגבא$/);
  expect(pieces.join("").match(/\?/g), "one for each emoji").toHaveLength(3);
});
