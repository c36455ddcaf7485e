const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that is no markup, within an element or an attribute. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!);

/** A length as it is written: hundredths are finer than any pixel shows. */
export const px = (value: number) => String(Math.round(value * 100) / 100);

/** `<name a="1">content</name>`; attributes that are undefined are left out. */
export function element(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content = "",
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? px(value) : escaped(value!)}"`)
    .join("");
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}

/** As a group of its own where it needs one. */
export function group(attributes: Record<string, string | number | undefined>, content: string): string {
  const isPlain = Object.values(attributes).every((value) => value === undefined);
  return isPlain || content === "" ? content : element("g", attributes, content);
}
