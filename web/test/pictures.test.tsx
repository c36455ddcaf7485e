import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Picture } from "#web/features/site/elements.tsx";
import { ImageWithFallback } from "#web/ui/image-with-fallback.tsx";

it("an uploaded picture is offered in its small versions, another's in the one that there is", () => {
  const page = (src: string) => renderToStaticMarkup(<Picture src={src} alt="" sizes="92vw" />);
  expect(page("/uploads/abc.png")).toContain(
    'srcSet="/uploads/abc.png?width=320 320w, /uploads/abc.png?width=640 640w, /uploads/abc.png 1280w" sizes="92vw"',
  );
  expect(page("/media/defaults/item-one.webp")).toContain("item-one-320.webp 320w");
  for (const foreign of ["https://example.com/uploads/a.png", "/uploads/a.png?x=1", "/uploads/../order/1"]) {
    expect(page(foreign)).not.toMatch(/srcSet|sizes/);
  }
  const face = renderToStaticMarkup(
    <ImageWithFallback src="/uploads/face.jpg" alt="" width={52} sizes="52px" />,
  );
  expect(face).toContain("/uploads/face.jpg?width=320 320w");
  expect(face).toContain('sizes="52px"');
});
