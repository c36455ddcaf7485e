import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import styles from "#web/features/accounts/profile.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";

/** The part of the picture that shows: moved by dragging or with the arrow keys, sized with the slider. */
export function CropModal(props: {
  file: File;
  busy: boolean;
  onCancel: () => void;
  onUnreadable: () => void;
  onCropped: (square: Blob) => void;
}) {
  const { file, busy } = props;
  const [url, setUrl] = useState<string>();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<PixelArea>();

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function use(): Promise<void> {
    if (!area || !url || busy) return;
    const square = await cropSquare(url, area).catch(() => null);
    if (square) props.onCropped(square);
    else props.onUnreadable();
  }

  return (
    <Modal opened onClose={() => !busy && props.onCancel()} title="Crop your photo" size="md">
      <div className={styles.crop}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: props.onUnreadable, alt: "The photo that you crop" }}
            cropperProps={{ role: "application", "aria-label": "Visible part; move it with the arrow keys" }}
          />
        )}
      </div>
      <label className={styles.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={4}
          step={0.1}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)}×`}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </label>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={props.onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button onClick={use} loading={busy} disabled={!area}>
          Use photo
        </Button>
      </Group>
    </Modal>
  );
}

interface PixelArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of an uploaded photo, in pixels. */
const side = 512;

/** The part of a picture as a square JPEG on white. Throws where the picture can't be drawn. */
async function cropSquare(url: string, area: PixelArea): Promise<Blob> {
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
