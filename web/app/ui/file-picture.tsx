import { type ComponentProps, type ReactNode, useState } from "react";
import { fileIn, newestOf, renew } from "../file-addresses.ts";

/**
 * A picture whose address may expire. A newer address does not change a picture that is displayed; one that does not
 * load is requested once more with a new address, and then replaced by `fallback`.
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

  /** When it expires again, it is renewed again. */
  function settled() {
    if (now.renewed) setShown((later) => (later.file === file ? { ...later, renewed: false } : later));
  }
}
