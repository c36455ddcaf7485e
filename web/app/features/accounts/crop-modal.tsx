import { useEffect, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import styles from "#web/features/accounts/profile.module.css";
import { Button } from "#web/ui/elements/button.tsx";
import { Group } from "#web/ui/elements/layout.tsx";
import { Modal } from "#web/ui/elements/modal.tsx";

/** The part of the picture that shows: moved by dragging, with the arrow keys or with sliders, and sized with one. */
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
  const [frame, setFrame] = useState({ width: 0, height: 0 });
  const [part, setPart] = useState<{ percent: Area; pixels: Area }>();

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function use(): Promise<void> {
    if (!part || !url || busy) return;
    const square = await cropSquare(url, part.pixels).catch(() => null);
    if (square) props.onCropped(square);
    else props.onUnreadable();
  }

  /** How many pixels of the drawn picture lie beside the frame, on both sides together. */
  const room = (side: "width" | "height") => frame[side] * (100 / (part?.percent[side] ?? 100) - 1);

  const place = (label: string, axis: "x" | "y", side: "width" | "height") => {
    const pixels = room(side);
    const percent = pixels < 1 ? 50 : Math.round(50 - (crop[axis] / pixels) * 100);
    return (
      <Slider
        label={label}
        max={100}
        value={percent}
        text={`${percent} %`}
        disabled={pixels < 1}
        onChange={(next) => setCrop({ ...crop, [axis]: (0.5 - next / 100) * pixels })}
      />
    );
  };

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
            onCropAreaChange={(percent, pixels) => setPart({ percent, pixels })}
            setCropSize={setFrame}
            mediaProps={{ onError: props.onUnreadable, alt: "The photo that you crop" }}
            cropperProps={{ role: "application", "aria-label": "Visible part; move it with the arrow keys" }}
          />
        )}
      </div>
      <Slider
        label="Zoom"
        min={1}
        max={4}
        step={0.1}
        value={zoom}
        text={`${zoom.toFixed(1)}×`}
        onChange={setZoom}
      />
      {place("To the right", "x", "width")}
      {place("Downwards", "y", "height")}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={props.onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button onClick={use} loading={busy} disabled={!part}>
          Use photo
        </Button>
      </Group>
    </Modal>
  );
}

function Slider(props: {
  label: string;
  min?: number;
  max: number;
  step?: number;
  value: number;
  /** The value as it is read out. */
  text: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const { label, text, onChange, ...input } = props;
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        {...input}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** Side of an uploaded photo, in pixels. */
const side = 512;

/** The part of a picture as a square JPEG on white. Throws where the picture can't be drawn. */
async function cropSquare(url: string, area: Area): Promise<Blob> {
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
