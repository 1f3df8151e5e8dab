import type { Readable } from "node:stream";
import type { Content } from "./content.ts";

/** The place where files are kept could not be reached, did not answer in time, or refused us. Such a call gets 503. */
export class StoreUnavailable extends Error {
  /** The code of the network's or the service's error for the log, such as ECONNREFUSED or AccessDenied. */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super("The files could not be reached.", options);
    this.name = "StoreUnavailable";
    this.code = code;
  }
}

/** The store has no file under this key. */
export class FileGone extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no such file.", options);
    this.name = "FileGone";
  }
}

/** A stored file, as a listing has it. */
export type Stored = {
  key: string;
  /** When it was written; null if it has gone since. */
  writtenAt(): Promise<Date | null>;
};

/** How a browser is to treat a download: the values of the headers Content-Type and Content-Disposition. */
type DownloadHeaders = { type: string; disposition: string };

/** Storage for file contents, by random key; keys contain no user input. Throws StoreUnavailable during an outage. */
export type Store = {
  /** Stores the content; rejects when not all of it was. A temporary file, given by its path, is used up. */
  write(key: string, content: Content): Promise<void>;
  /** The bytes, or those of a range, both ends included. Throws FileGone for an unknown key. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** All stored files, in no particular order. */
  stored(): AsyncIterable<Stored>;
  /**
   * The installation whose files these are, null until one has said so. None where a second one can hardly come to the same
   * place.
   */
  owner: { read(): Promise<string | null>; write(installation: string): Promise<void> } | null;
  /**
   * The address from which a browser can download the file from the store itself for a minute; null where only the
   * server can read it.
   */
  directAddress(key: string, headers: DownloadHeaders): Promise<string | null>;
  /** The setting that names where the files are. */
  setting: "DATA_DIR" | "S3_BUCKET";
  /** A local folder for uploads in progress. */
  incoming: string;
  /** Removes files in `incoming` not modified after `moment`, which killed processes left; returns how many. */
  clearIncoming(moment: Date): Promise<number>;
  close(): Promise<void>;
};
