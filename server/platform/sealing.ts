import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const cipher = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export type Seal = {
  /** The same for the same text, and nothing to guess with for whoever has the database. */
  hash(text: string | Buffer): string;
  seal(bytes: Buffer): Buffer;
  /** Throws when the bytes were sealed with something else, or changed. */
  open(sealed: Buffer): Buffer;
};

/** Hashes and seals (AES-256-GCM) with keys derived from the installation's secret and a word that is not stored. */
export function sealOf(secret: string, word: string): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", word, secret, `plumbline ${purpose}`, 32));
  const key = derive("seal");
  const hashKey = derive("hash");
  return {
    hash: (text) => createHmac("sha256", hashKey).update(text).digest("base64url"),
    seal: (bytes) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, key, iv);
      const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      const opening = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes));
      opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]);
    },
  };
}
