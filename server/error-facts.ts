import { asRecord } from "@plumbline/contract/records.ts";

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/**
 * The properties of errors of Node, its libraries and the services behind them, read from any thrown value. A property
 * that is missing or of another type is undefined; nothing throws, because this runs while an error is handled.
 */
export function factsOf(error: unknown) {
  const { name, message, code, syscall, statusCode, port, constraint, command, response, responseCode, cause } =
    asRecord(error);
  return {
    name: textOf(name),
    message: textOf(message),
    code: textOf(code),
    syscall: textOf(syscall),
    statusCode: numberOf(statusCode),
    port: numberOf(port),
    constraint: textOf(constraint),
    /** Of the mail server: what it was told, and its answer. */
    command: textOf(command),
    response: textOf(response),
    responseCode: numberOf(responseCode),
    cause,
  };
}

/** The sentence to print for whatever was thrown. */
export const messageOf = (error: unknown): string => factsOf(error).message ?? String(error);
