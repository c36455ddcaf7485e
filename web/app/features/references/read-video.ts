import {
  cellsOf,
  chooseFrames,
  type MeasuredFrame,
  sharpnessOf,
} from "#web/features/references/choose-frames.ts";
import { contextOf, pixelsOf } from "#web/ui/drawn/pixels.ts";
import { isolated } from "#web/ui/isolated.ts";

/** A frame of a video that can be chosen, as it is uploaded. */
export interface Still {
  /** In seconds. */
  at: number;
  picture: Blob;
}

const mostChoices = 12;
/** So many are looked at, evenly over the video, but no two nearer to each other than this, in seconds. */
const mostLooks = 60;
const leastStep = 0.2;
/** What is measured is small; what is kept is what the shop keeps at most of a picture. */
const measured = { width: 320, height: 180 };
const longestSide = 2560;
/** A browser that has not gone on by then will not: it holds the video back, or has given up without an error. */
const patienceMs = 20_000;

const unplayable =
  "can't be played by your browser. Save it as MP4 (H.264) or WebM and choose that, or add a screenshot of it.";

/**
 * Looks through a video on this device; nothing of it leaves it. Answers its sharpest and most different frames, with faces
 * first where the browser can find them, or a sentence of why there are none.
 */
export async function readVideo(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<{ stills: Still[]; duration: number } | { refusal: string }> {
  const url = URL.createObjectURL(file);
  const video = Object.assign(document.createElement("video"), {
    muted: true,
    playsInline: true,
    preload: "auto",
  });
  const refused = { refusal: `“${isolated(file.name)}” ${unplayable}` };
  try {
    video.src = url;
    // No picture comes before a place is sought where a browser spares its person the data, as on an iPhone.
    if (!(await heard(video, "loadedmetadata", signal))) return refused;
    if (video.videoWidth === 0) return refused;
    const duration = await durationOf(video, signal);
    const count = Math.max(1, Math.min(mostLooks, Math.floor(duration / leastStep)));
    const frames: MeasuredFrame[] = [];
    const context = contextOf(measured);
    const facesIn = faceFinder();
    for (let look = 0; look < count; look += 1) {
      const at = ((look + 0.5) * duration) / count;
      if (!(await seek(video, at, signal))) break;
      context.drawImage(video, 0, 0, measured.width, measured.height);
      const pixels = pixelsOf(context);
      const hasFace = await facesIn(context.canvas);
      frames.push({ at, sharpness: sharpnessOf(pixels), cells: cellsOf(pixels), hasFace });
      onProgress((look + 1) / (count + mostChoices));
    }
    const stills: Still[] = [];
    for (const { at } of chooseFrames(frames, mostChoices)) {
      if (!(await seek(video, at, signal))) break;
      stills.push({ at, picture: await pictureOf(video) });
      onProgress((count + stills.length) / (count + mostChoices));
    }
    return stills.length === 0 ? refused : { stills, duration };
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** False where the browser can't go on with the video, or doesn't; throws once it is not wanted any more. */
function heard(
  video: HTMLVideoElement,
  event: "loadedmetadata" | "seeked",
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const once = { signal: end.signal };
    const settle = (done: () => void) => () => {
      end.abort();
      clearTimeout(timer);
      done();
    };
    const timer = setTimeout(
      settle(() => resolve(false)),
      patienceMs,
    );
    video.addEventListener(
      event,
      settle(() => resolve(true)),
      once,
    );
    video.addEventListener(
      "error",
      settle(() => resolve(false)),
      once,
    );
    signal.addEventListener(
      "abort",
      settle(() => reject(signal.reason)),
      once,
    );
    if (signal.aborted) settle(() => reject(signal.reason))();
  });
}

async function seek(video: HTMLVideoElement, at: number, signal: AbortSignal): Promise<boolean> {
  const done = heard(video, "seeked", signal);
  video.currentTime = at;
  return done;
}

/** What a browser has recorded itself does not say how long it is: it is known once its end was looked for. */
async function durationOf(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
  if (!Number.isFinite(video.duration)) await seek(video, 1e9, signal);
  return Number.isFinite(video.duration) ? video.duration : video.currentTime;
}

async function pictureOf(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  const context = contextOf({ width, height });
  context.drawImage(video, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((made) => context.canvas.toBlob(made, "image/jpeg", 0.92));
  if (!blob) throw new Error("The browser made no picture of a frame.");
  return blob;
}

interface FaceDetector {
  detect(picture: HTMLCanvasElement): Promise<unknown[]>;
}

/** Few browsers can: https://wicg.github.io/shape-detection-api/ */
function faceFinder(): (picture: HTMLCanvasElement) => Promise<boolean> {
  const { FaceDetector: Detector } = globalThis as { FaceDetector?: new (how: object) => FaceDetector };
  if (!Detector) return async () => false;
  const detector = new Detector({ fastMode: true, maxDetectedFaces: 1 });
  return async (picture) => (await detector.detect(picture).catch(() => [])).length > 0;
}
