import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { S3Client } from "@aws-sdk/client-s3";
import { asRecord } from "@plumbline/contract/records.ts";

/** Of an answer that is no file, in bytes: a page of a listing has a thousand keys of at most a kilobyte. */
const longestAnswer = 8 * 1024 * 1024;

/**
 * The whole of an answer, which must have come within `milliseconds`: the library would wait for one that never ends, and
 * keep all of it in memory. Throws for one that is too long or too slow.
 */
export async function wholeAnswer(body: Readable, milliseconds: number): Promise<Buffer> {
  const end = (message: string, name: string) => body.destroy(Object.assign(new Error(message), { name }));
  const timer = setTimeout(() => end("The bucket's answer did not end in time.", "TimeoutError"), milliseconds);
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > longestAnswer) end("The bucket's answer is too long.", "AnswerTooLong");
  };
  try {
    return await buffer(body.on("data", count));
  } finally {
    clearTimeout(timer);
  }
}

/** Bounds every answer to the client but the bytes of a file. */
export function boundAnswers(client: S3Client, milliseconds: number): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const output = await next(request);
        const response = asRecord(output.response);
        const { body, statusCode } = response;
        const isFile = commandName === "GetObjectCommand" && Number(statusCode) < 300;
        if (!isFile && body instanceof Readable) response["body"] = await wholeAnswer(body, milliseconds);
        return output;
      },
    { step: "deserialize", priority: "low", name: "boundAnswers" },
  );
}
