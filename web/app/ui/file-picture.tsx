import { type ComponentProps, type ReactNode, useState } from "react";
import { fileIn, newestOf, renew } from "../file-addresses.ts";

/**
 * A picture whose address may run out. What is shown stays as it is when the page learns a newer address; one that does not
 * load is asked for again with a new address, once, and then `fallback` takes its place.
 */
export function FilePicture({
  src,
  alt,
  fallback = null,
  ...rest
}: ComponentProps<"img"> & { src: string; alt: string; fallback?: ReactNode }) {
  const file = fileIn(src)?.id ?? src;
  const [shown, setShown] = useState({ file, address: newestOf(src), renewed: false, broken: false });
  // Another picture, not another address of the same one.
  const now = shown.file === file ? shown : { file, address: newestOf(src), renewed: false, broken: false };
  if (now !== shown) setShown(now);
  if (now.broken) return fallback;

  const onError = async () => {
    const broken = { ...now, broken: true };
    if (typeof file !== "number" || now.renewed) return setShown(broken);
    await renew([file]).catch(() => {});
    const address = newestOf(src);
    setShown((later) => {
      if (later.file !== file) return later;
      return address === now.address ? broken : { ...now, address, renewed: true };
    });
  };
  return <img {...rest} src={now.address} alt={alt} onError={() => void onError()} onLoad={() => settled()} />;

  /** The next time that it runs out it is renewed again. */
  function settled() {
    if (now.renewed) setShown((later) => (later.file === file ? { ...later, renewed: false } : later));
  }
}
