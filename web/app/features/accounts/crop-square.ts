export interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of an uploaded photo, in pixels. */
const side = 512;

/** The part of a picture as a square JPEG on white. Throws where the picture can't be drawn. */
export async function cropSquare(url: string, area: PixelArea): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
  if (!blob) throw new Error("The picture could not be encoded.");
  return blob;
}
