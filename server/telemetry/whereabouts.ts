/** Where an unknown error happened: names from the code and our own ids. */
export type Whereabouts = {
  route?: string | undefined;
  requestId?: string | undefined;
  member?: number | null;
  job?: string;
  event?: string;
  mail?: string;
};

/** Reports unknown errors, as the log shows them. */
export type Reports = {
  /** Never throws and never waits. */
  report(error: unknown, where: Whereabouts): void;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
};
