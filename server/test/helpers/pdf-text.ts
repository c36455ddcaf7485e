import { inflateSync } from "node:zlib";

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(bytes: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id, body] of bytes.toString("latin1").matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
    const [head] = /^[\s\S]*?stream\r?\n/.exec(body!) ?? [body!];
    // By its length: its last bytes may look like the line break before `endstream`.
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = Buffer.from(body!.slice(head.length, head.length + length), "latin1");
    const isPacked = head.includes("/FlateDecode");
    objects.set(id!, { head, stream: (isPacked ? inflateSync(raw) : raw).toString("latin1") });
  }
  return objects;
}

type Letters = Map<number, string>;

/** Lines such as `<0000> <0004> [<0000> <0052> …]`: the letters of the glyphs from the first on, in UTF-16. */
function lettersOf(table: string): Letters {
  const letters: Letters = new Map();
  for (const [, first, listed] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...listed!.matchAll(/<([\w ]+)>/g)].forEach(([, codes], at) => {
      const text = Buffer.from(codes!.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
      letters.set(Number.parseInt(first!, 16) + at, text);
    });
  return letters;
}

function fontsOf(objects: Map<string, PdfObject>): Map<string, Letters> {
  const fonts = new Map<string, Letters>();
  for (const { head } of objects.values())
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.head)?.[1];
      if (table) fonts.set(name!, lettersOf(objects.get(table)!.stream));
    }
  return fonts;
}

export const textOfPdf = (bytes: Buffer): string[] => pagesOfPdf(bytes).flat();

/** The pieces of text of a PDF's pages as PDFKit writes it: by glyphs, which each font's ToUnicode table names. */
export function pagesOfPdf(bytes: Buffer): string[][] {
  const objects = objectsOf(bytes);
  const fonts = fontsOf(objects);
  const texts = [...objects.values()].map(({ stream }) =>
    [...stream.matchAll(/BT\s([\s\S]*?)\sET/g)].map(([, block]) => {
      let letters: Letters | undefined;
      let text = "";
      for (const [, font, shown] of block!.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
        if (font) letters = fonts.get(font);
        for (const [glyph] of (shown ?? "").replace(/>[^<]*</g, "").matchAll(/[\da-f]{4}/gi))
          text += letters?.get(Number.parseInt(glyph, 16)) ?? "?";
      }
      return text;
    }),
  );
  return texts.filter((page) => page.length > 0);
}
