import { FilePicture } from "./file-picture.tsx";
import classes from "./portrait.module.css";

/**
 * A person's photo, or a drawn default. `name` becomes the alternative text; leave it empty where the name is beside
 * the picture.
 */
export function Portrait({
  photo,
  name,
  size = 56,
}: {
  photo?: string | null | undefined;
  name: string;
  size?: number;
}) {
  return (
    <span className={classes.portrait} style={{ width: size, height: size }}>
      {photo ? (
        <FilePicture
          src={photo}
          alt={name}
          width={size}
          height={size}
          loading="lazy"
          fallback={<DefaultPortrait name={name} />}
        />
      ) : (
        <DefaultPortrait name={name} />
      )}
    </span>
  );
}

function DefaultPortrait({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 56 56" role={name ? "img" : undefined} aria-label={name || undefined} aria-hidden={!name}>
      <circle cx="28" cy="22" r="9.5" fill="#fff" stroke="#1f5c4d" strokeWidth="1.6" />
      <path d="M9 56c1.5-13 8.500-20 19-20s17.500 7 19 20" fill="#fff" stroke="#1f5c4d" strokeWidth="1.6" />
      <path d="M28 36v8" stroke="#b07d2b" strokeWidth="1.6" />
      <path d="M25.500 44h5l1 2.500-3.500 7-3.500-7z" fill="#b07d2b" />
    </svg>
  );
}
