import { drawScene, type SceneName, sceneWords } from "./pictures.ts";
import { type Appearance, drawLogo, drawPortrait } from "./portraits.ts";

export type Picture = {
  id: number;
  /** Below /wp-content/uploads/ */
  file: string;
  title: string;
  alt: string;
  width: number;
  height: number;
  date: string;
  draw: () => string;
};

const byId = new Map<number, Picture>();
const byFile = new Map<string, Picture>();

/** The picture at a path such as 2026/09/logo-osei.svg; undefined when there is none. */
export const pictureAt = (file: string) => byFile.get(file);
/** All pictures, in the order in which they were registered. */
export const allPictures = () => [...byId.values()];
/** The address of a picture; `{site}` stands for the site's own, which is filled in when it is served. */
export const addressOf = (picture: Picture) => `{site}/wp-content/uploads/${picture.file}`;

const slugOf = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function register(picture: Picture): Picture {
  if (byId.has(picture.id) || byFile.has(picture.file))
    throw new Error(`Two pictures are called ${picture.id} ${picture.file}`);
  byId.set(picture.id, picture);
  byFile.set(picture.file, picture);
  return picture;
}

/** Registers a drawn scene under its id; the name also seeds the drawing. */
export function scene(id: number, name: string, kind: SceneName, date = "2026-09-01T09:00:00"): Picture {
  const file = `${date.slice(0, 4)}/${date.slice(5, 7)}/${name}.svg`;
  const draw = () => drawScene(kind, name);
  return register({ id, file, title: name, alt: sceneWords[kind], width: 1200, height: 750, date, draw });
}

/** Registers a drawn portrait of 400 by 400 pixels. */
export function portrait(id: number, name: string, appearance: Appearance): Picture {
  const date = "2026-09-02T10:00:00";
  const file = `2026/09/portrait-${slugOf(name)}.svg`;
  return register({
    id,
    file,
    title: name,
    alt: name,
    width: 400,
    height: 400,
    date,
    draw: () => drawPortrait(name, appearance),
  });
}

/** Registers a drawn logo of 320 by 64 pixels; `mark` chooses its shape. */
export function logo(id: number, name: string, mark: number): Picture {
  const date = "2026-09-03T11:00:00";
  const file = `2026/09/logo-${slugOf(name)}.svg`;
  return register({ id, file, title: name, alt: name, width: 320, height: 64, date, draw: () => drawLogo(name, mark) });
}

const imageSizes = { thumbnail: 150, medium: 300, medium_large: 768, large: 1024 };

/** The picture as a custom field whose return format is an object. */
export function asField(picture: Picture) {
  const url = addressOf(picture);
  const sizes: Record<string, string | number> = {};
  for (const [name, most] of Object.entries(imageSizes)) {
    const width = Math.min(most, picture.width);
    sizes[name] = url;
    sizes[`${name}-width`] = width;
    sizes[`${name}-height`] = Math.round((width / picture.width) * picture.height);
  }
  return {
    ID: picture.id,
    id: picture.id,
    title: picture.title,
    filename: picture.file.split("/").at(-1),
    url,
    alt: picture.alt,
    description: "",
    caption: "",
    mime_type: "image/svg+xml",
    type: "image",
    subtype: "svg+xml",
    width: picture.width,
    height: picture.height,
    sizes,
  };
}
