import { asRecord } from "@plumbline/contract/records.ts";

/** The names of fields that hold pictures: `image`, `hero_image`, `slider_images`, `logo`, … */
const pictureField = /(^|_)(images?|logo|photo|picture)$/;

const idOf = (value: unknown) => (typeof value === "number" || /^\d+$/.test(String(value)) ? Number(value) : 0);

/** The ids in picture fields: some sites answer a picture's id instead of the picture (acf_format "light"). */
export function pictureIds(value: unknown, name = ""): number[] {
  if (Array.isArray(value)) return value.flatMap((each) => pictureIds(each, name));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([inner, each]) => pictureIds(each, inner));
  const id = pictureField.test(name) && value !== "" && typeof value !== "boolean" && value !== null ? idOf(value) : 0;
  return id > 0 ? [id] : [];
}

export type Picture = { url: string; alt: string; width?: number; height?: number };

/** The same value with each picture id replaced by its picture, or by null where there is none. */
export function withPictures(value: unknown, found: ReadonlyMap<number, Picture>, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => withPictures(each, found, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, withPictures(each, found, inner)]));
  const [id] = pictureIds(value, name);
  return id === undefined ? value : (found.get(id) ?? null);
}

/** The same value without the pictures of hosts that are not allowed. */
export function withoutPictures(value: unknown, isKnown: (address: string) => boolean, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPictures(each, isKnown, name));
  if (!pictureField.test(name)) {
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, each]) => [inner, withoutPictures(each, isKnown, inner)]),
    );
  }
  const address = typeof value === "string" ? value : asRecord(value)["url"];
  return typeof address === "string" && !isKnown(address) ? null : value;
}

/** Pictures by id, from a response of the service's media list. */
export function picturesOf(items: readonly unknown[]): Map<number, Picture> {
  const found = new Map<number, Picture>();
  for (const item of items) {
    const { id, source_url, alt_text, media_details } = asRecord(item);
    if (typeof id !== "number" || typeof source_url !== "string") continue;
    const { width, height } = asRecord(media_details);
    found.set(id, {
      url: source_url,
      alt: typeof alt_text === "string" ? alt_text : "",
      ...(typeof width === "number" && typeof height === "number" ? { width, height } : {}),
    });
  }
  return found;
}
