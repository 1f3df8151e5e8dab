import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

type Body = string | Buffer | Readable;

/**
 * A file that a handler returns instead of JSON, to be saved under a name. `type` is its media type; it is not cached.
 */
export class Download {
  readonly #type: string;
  readonly #disposition: string;
  readonly #body: Body;
  #sent = false;

  constructor(body: Body, { type, name }: { type: string; name: string }) {
    this.#body = body;
    this.#type = type;
    this.#disposition = `attachment; filename="${name}"`;
  }

  /** Whether it can still be sent: a stream only once, text and bytes as often as calls share them. */
  get sendable(): boolean {
    return !this.#sent || typeof this.#body === "string" || Buffer.isBuffer(this.#body);
  }

  send(reply: FastifyReply): FastifyReply {
    this.#sent = true;
    return reply
      .type(this.#type)
      .header("content-disposition", this.#disposition)
      .header("cache-control", "private, no-store")
      .send(this.#body);
  }
}
