import { factsOf } from "./error-facts.ts";

/** The operator has to fix something before the server can start; the message says what and how. */
export class CannotStart extends Error {
  override name = "CannotStart";
}

/** What is thrown when the server cannot listen: a sentence where the setting has to be another, else the error itself. */
export function listenError(error: Error, host: string, port: number): Error {
  const { code, syscall } = factsOf(error);
  if (code === "EACCES")
    return new CannotStart(
      `Port ${port} needs rights that this user does not have. Set PORT to one from 1024 on, and let a proxy lead there.`,
      { cause: error },
    );
  if (code === "EADDRNOTAVAIL" || syscall === "getaddrinfo")
    return new CannotStart(
      `This machine has no address ${host} (${code}). Set HOST to one that it has, or to 0.0.0.0.`,
      {
        cause: error,
      },
    );
  return error;
}
