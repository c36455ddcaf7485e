/** The code points for which a subset's files are asked. The files of the fonts are cut along these. */
const ranges = {
  latin:
    "0000-00FF 0131 0152-0153 02BB-02BC 02C6 02DA 02DC 0304 0308 0329 2000-206F 20AC 2122 2191 2193 " +
    "2212 2215",
  "latin-ext":
    "0100-02BA 02BD-02C5 02C7-02CC 02CE-02D7 02DD-02FF 0304 0308 0329 1D00-1DBF 1E00-1E9F 1EF2-1EFF " +
    "2020 20A0-20AB 20AD-20C0 2113 2C60-2C7F A720-A7FF",
  vietnamese:
    "0102-0103 0110-0111 0128-0129 0168-0169 01A0-01A1 01AF-01B0 0300-0301 0303-0304 0308-0309 0323 " +
    "0329 1EA0-1EF9 20AB",
  cyrillic: "0301 0400-045F 0490-0491 04B0-04B1 2116",
  "cyrillic-ext": "0460-052F 1C80-1C8A 20B4 2DE0-2DFF A640-A69F FE2E-FE2F",
  greek: "0370-0377 037A-037F 0384-038A 038C 038E-03A1 03A3-03FF",
  "greek-ext": "1F00-1FFF",
  hebrew: "0307-0308 0590-05FF 200C-2010 20AA 25CC FB1D-FB4F",
  arabic:
    "0600-06FF 0750-077F 0870-088E 0890-0891 0897-08E1 08E3-08FF 200C-200E 2010-2011 204F 2E41 " +
    "FB50-FDFF FE70-FE74 FE76-FEFC",
  devanagari: "0900-097F 1CD0-1CF9 200C-200D 20A8 20B9 20F0 25CC A830-A839 A8E0-A8FF",
  thai: "02D7 0303 0331 0E01-0E5B 200C-200D 25CC",
  japanese: "2010-2E7F 3000-30FF 3400-9FFF F900-FAFF FF00-FFEF",
  "chinese-simplified": "2010-303F 3400-9FFF F900-FAFF FF00-FFEF",
  korean: "1100-11FF 3000-303F 3130-318F AC00-D7AF",
} as const;
export type Subset = keyof typeof ranges;

const parsed = new Map<Subset, [number, number][]>();

/** Whether it is worth asking a file of this subset for the character; the file may still lack it. */
export function isOfSubset(subset: Subset, codePoint: number): boolean {
  let known = parsed.get(subset);
  if (!known) {
    known = ranges[subset].split(" ").map((range) => {
      const [from, to = from] = range.split("-");
      return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
    });
    parsed.set(subset, known);
  }
  return known.some(([from, to]) => codePoint >= from && codePoint <= to);
}
