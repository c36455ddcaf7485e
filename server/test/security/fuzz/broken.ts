import fc from "fast-check";
import { hostileTexts } from "./values.ts";

/** Values of the wrong type, size or form, for any field. */
const wrongValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    0.1,
    1e21,
    -(2 ** 53),
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udc00 low first",
    "x".repeat(20_000),
    { length: 5 },
    { toString: "x" },
    { $ne: null },
    Array.from({ length: 300 }, () => "x"),
  ),
  fc.constantFrom(...hostileTexts),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Fields that nobody may set from outside. */
export const forbiddenFields: Record<string, unknown> = {
  _id: "ffffffffffffffffffffffff",
  id: "ffffffffffffffffffffffff",
  userId: "ffffffffffffffffffffffff",
  role: "Admin",
  userRole: "Admin",
  currentBalance: 999_999,
  balance: 999_999,
  credit: 999_999,
  price: 0.01,
  totalPrice: "0.01",
  paymentStatus: "Paid",
  orderStatus: "Completed",
  userMembership: "premium",
  createdAt: "2001-01-01T00:00:00.000Z",
  constructor: { prototype: { admin: true } },
};

/** A valid value with one thing in it made wrong, dropped or added. */
export function brokenOf(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat({ max: 30 }), fc.nat({ max: 9 }), wrongValues)
    .map(([value, place, way, wrong]) => {
      const copy = structuredClone(value);
      const holders = objectsIn(copy);
      const holder = holders[place % Math.max(1, holders.length)];
      if (!holder || way === 9) return wrong;
      const names = Object.keys(holder);
      const name = names[place % Math.max(1, names.length)];
      if (way < 6 && name !== undefined) setOwn(holder, name, wrong);
      else if (way === 6 && name !== undefined) delete holder[name];
      else if (way === 7) Object.assign(holder, forbiddenFields);
      else setOwn(holder, typeof wrong === "string" ? wrong.slice(0, 50) : "extra", wrong);
      return copy;
    });
}

type Holder = Record<string, unknown>;

function setOwn(holder: Holder, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function objectsIn(value: unknown, found: Holder[] = []): Holder[] {
  if (typeof value !== "object" || value === null || found.length > 50) return found;
  found.push(value as Holder);
  for (const part of Object.values(value)) objectsIn(part, found);
  return found;
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Bodies that are no value at all, or one that a parser chokes on. */
export const rawBodies: readonly (string | Buffer)[] = [
  "",
  " ",
  "{",
  "null",
  "[]",
  '"text"',
  "1",
  "NaN",
  "Infinity",
  '{"a":1e999}',
  '{"a":-1e999,"price":1e400,"credit":NaN}',
  '{"__proto__":{"role":"Admin"}}',
  '{"a":1,"a":2}',
  '{"\\u0000":1}',
  "{'a':1}",
  "{} {}",
  "\ufeff{}",
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0xc0, 0x80]),
  Buffer.alloc(300, 0),
  nested(500, "[", "]"),
  nested(5_000, "[", "]"),
  nested(20_000, '{"a":', "").concat("1", "}".repeat(20_000)),
  `{"message":${nested(3_000, "[", "]")}}`,
  `{"title":${nested(7_000, "[", "]")}}`,
  nested(100_000, "[", "]"),
  `{"a":"${"x".repeat(70_000)}"}`,
  `[${"1,".repeat(30_000)}1]`,
  "a=b&c=d",
  "<xml/>",
];

export const contentTypes: readonly (string | undefined)[] = [
  undefined,
  "",
  "text/plain",
  "application/json; charset=utf-16",
  "application/json;charset=;",
  "APPLICATION/JSON",
  "application/ld+json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/json, text/plain",
  "é",
  "/",
];

/** Pieces of a path or a query as they stand on the wire. */
export const rawPathParts: readonly string[] = [
  "%",
  "%00",
  "%ff",
  "%c3%28",
  "..%2f..%2fetc%2fpasswd",
  "%0d%0aset-cookie:%20a=b",
  "undefined",
  "null",
  "__proto__",
  "constructor",
  "1%27%20or%201=1",
  "%F0%9F%98%80",
  "x".repeat(199),
  "x".repeat(600),
  "FFFFFFFFFFFFFFFFFFFFFFFF",
  "ffffffffffffffffffffffff",
  "fffffffffffffffffffffff",
  "0",
  "-1",
  "1e3",
];

export const rawQueries: readonly string[] = [
  "page=0",
  "page=-1",
  "page=1.5",
  "page=NaN",
  "page=1e9",
  "page=1000000&pageSize=100",
  "page=1&page=2",
  "page[]=1",
  "page[a]=1",
  "pageSize=101",
  "pageSize=",
  "sort=password",
  "sort=createdAt;drop",
  "sort=__proto__",
  "sort=toString",
  "order=up",
  "q=%25",
  "q=%00",
  "q=%ff",
  "q=%",
  `q=${"x".repeat(201)}`,
  "q=a&q=b",
  "q=%5C",
  "q=_%25_",
  "userEmail=a&userEmail=b",
  "userEmail[$ne]=a",
  "userEmail=%00",
  "__proto__=1",
  "__proto__[a]=1",
  "constructor=1",
  "from=2024-02-30",
  "from=0000-01-01&to=9999-12-31",
  "from=99999-01-01",
  "to=NaN",
  "days=0",
  "days=1e400",
  "mine=maybe",
  "status=nothing",
  "assignee=%27",
  "download=%0d%0a",
  "kind=other",
  "token=%00",
  "&&&==&",
  "?",
  "a".repeat(5000),
];
