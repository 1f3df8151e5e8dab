import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { factsOf } from "../error-facts.ts";
import type { S3Settings } from "../settings.ts";
import type { Content } from "./content.ts";
import { openIncoming } from "./incoming.ts";
import { boundAnswers, wholeAnswer } from "./s3-answers.ts";
import { FileGone, type Store, StoreUnavailable } from "./store.ts";

/** Our part of the bucket: what else is in it is neither listed nor removed. */
const prefix = "files/";
/** The object among them that names the installation; no file has such a key. */
const ownerKey = "installation";
/** How long a direct address is valid, in seconds: a browser follows it at once. */
const directSeconds = 60;

/** After how many milliseconds a try has failed; there are two. */
const timeouts = {
  connection: 3_000,
  /** Until an answer begins, and again until it ends, unless it is the bytes of a file. */
  answer: 10_000,
  /** Until the answer to an upload, whose bytes take part of it. */
  upload: 60_000,
  /** Without a byte of an answer that has begun, also because its reader is slow. */
  silence: 120_000,
};
type Timeouts = { readonly [name in keyof typeof timeouts]: number };
const tries = 2;
/** A download keeps its connection for as long as its reader needs. */
const maxSockets = 200;

/**
 * Opens a store that keeps files in a bucket of S3 or of a service with the same protocol (ADR-040); uploads in
 * progress are in `folder`. It does not connect to the bucket yet. Outages are StoreUnavailable.
 */
export async function openS3Store(settings: S3Settings, folder: string, limits: Timeouts = timeouts): Promise<Store> {
  const { bucket, direct } = settings;
  const client = openClient(settings, limits);
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  async function* listed() {
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const page = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
      const answer = await answered(() => client.send(new ListObjectsV2Command(page)));
      for (const { Key = "", LastModified = null } of answer.Contents ?? [])
        if (Key !== prefix + ownerKey) yield { key: Key.slice(prefix.length), writtenAt: async () => LastModified };
      if (token !== undefined && answer.NextContinuationToken === token) throw new StoreUnavailable("SamePageAgain");
      token = answer.NextContinuationToken;
    }
  }

  async function read(key: string, range?: { start: number; end: number }): Promise<Readable> {
    const bytes = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
    const { Body } = await answered(() => client.send(new GetObjectCommand({ ...objectOf(key), ...bytes })));
    // In Node the SDK returns one of Node's streams; in browsers it would be another kind.
    return Body as Readable;
  }

  return {
    ...(await openIncoming(folder)),
    setting: "S3_BUCKET",
    write: async (key, content) => {
      const { size, sha256 } = await digestOf(content);
      const put = async () => {
        const Body = typeof content === "string" ? createReadStream(content) : content;
        const object = { ...objectOf(key), Body, ContentLength: size, ChecksumSHA256: sha256 };
        try {
          await client.send(new PutObjectCommand(object), { requestTimeout: limits.upload });
        } finally {
          // The library leaves open what it could not send to its end.
          if (Body instanceof Readable) Body.destroy();
        }
      };
      // The library cannot begin a stream anew, so a file is tried again here.
      await answered(() => (typeof content === "string" ? put().catch(put) : put()));
      if (typeof content === "string") await rm(content, { force: true });
    },
    read,
    remove: async (key) => {
      await answered(() => client.send(new DeleteObjectCommand(objectOf(key))));
    },
    stored: listed,
    owner: {
      read: () =>
        answered(async () => {
          const name = await wholeAnswer(await read(ownerKey), limits.answer);
          // It goes into the log, and what is longer is no installation's.
          return name.toString().slice(0, 100);
        }).catch((error) => {
          if (error instanceof FileGone) return null;
          throw error;
        }),
      write: async (installation) => {
        const object = { ...objectOf(ownerKey), Body: installation, ContentType: "text/plain" };
        await answered(() => client.send(new PutObjectCommand(object)));
      },
    },
    directAddress: async (key, { type, disposition }) => {
      if (!direct) return null;
      const shown = { ResponseContentType: type, ResponseContentDisposition: disposition };
      const command = new GetObjectCommand({ ...objectOf(key), ...shown });
      return answered(() => getSignedUrl(client, command, { expiresIn: directSeconds }));
    },
    close: async () => client.destroy(),
  };
}

function openClient({ endpoint, region, keys }: S3Settings, limits: Timeouts): S3Client {
  const client = new S3Client({
    region,
    // The library looks for a role of the machine, among others, when it is given no keys.
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // Elsewhere than at AWS a bucket has no host name of its own.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: tries,
    // It writes to the console otherwise; what matters is thrown.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    // Otherwise bytes are sent with a trailer that not every service knows; ours come with their checksum.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: limits.connection,
      requestTimeout: limits.answer,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silence,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  });
  boundAnswers(client, limits.answer);
  return client;
}

const ignore = () => {};

/** Size and SHA-256 of the content, which the service compares with what arrives. */
async function digestOf(content: Content): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  let size = 0;
  const pieces: AsyncIterable<Buffer> | Buffer[] = typeof content === "string" ? createReadStream(content) : [content];
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest("base64") };
}

/**
 * Runs a request. Throws FileGone for an unknown key, and StoreUnavailable for whatever else goes wrong.
 */
async function answered<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof FileGone || error instanceof StoreUnavailable) throw error;
    const { name, code } = factsOf(error);
    if (name === "NoSuchKey") throw new FileGone({ cause: error });
    throw new StoreUnavailable(code ?? name ?? "Failed", { cause: error });
  }
}
