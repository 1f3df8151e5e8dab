import { type PointerEvent, useEffect, useId, useRef } from "react";
import classes from "./profiles.module.css";

/**
 * The visible square of a picture: zoom from 1 (the whole shorter side), and its centre as fractions of the remaining
 * room.
 */
export type Crop = { zoom: number; x: number; y: number };
export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const shown = 280;
/** The size that is sent; the server makes its sizes from it. In pixels. */
const sent = 1024;
const maxZoom = 4;

function squareOf(picture: ImageBitmap, { zoom, x, y }: Crop) {
  const side = Math.min(picture.width, picture.height) / zoom;
  return { side, left: (picture.width - side) * x, top: (picture.height - side) * y };
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop) {
  const { side, left, top } = squareOf(picture, crop);
  const context = canvas.getContext("2d");
  if (!context) return;
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen square as a file. */
export async function cropped(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = sent;
  canvas.height = sent;
  draw(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  if (!blob) throw new Error("the picture could not be drawn");
  return new File([blob], "photo.jpg", { type: "image/jpeg" });
}

/** Drag to move, or use the sliders; the circle is what others see. */
export function CropView({
  picture,
  crop,
  onCrop,
  label,
}: {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (crop: Crop) => void;
  label: string;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);

  const drag = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    const { side } = squareOf(picture, crop);
    const moved = (movement: number, whole: number, at: number) =>
      whole === side ? at : Math.min(1, Math.max(0, at - (movement * side) / shown / (whole - side)));
    onCrop({
      ...crop,
      x: moved(event.movementX, picture.width, crop.x),
      y: moved(event.movementY, picture.height, crop.y),
    });
  };

  return (
    <div className={classes.cropView}>
      <div
        className={classes.cropFrame}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
      >
        <canvas ref={canvas} width={2 * shown} height={2 * shown} role="img" aria-label={label} />
      </div>
      <Slider label="Zoom" value={crop.zoom} from={1} to={maxZoom} onChange={(zoom) => onCrop({ ...crop, zoom })} />
      <Slider label="Left to right" value={crop.x} from={0} to={1} onChange={(x) => onCrop({ ...crop, x })} />
      <Slider label="Up and down" value={crop.y} from={0} to={1} onChange={(y) => onCrop({ ...crop, y })} />
    </div>
  );
}

function Slider({
  label,
  value,
  from,
  to,
  onChange,
}: {
  label: string;
  value: number;
  from: number;
  to: number;
  onChange: (value: number) => void;
}) {
  const id = useId();
  return (
    <div className={classes.slider}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={from}
        max={to}
        step={(to - from) / 100}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
