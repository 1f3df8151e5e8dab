import { z } from "zod";
import { objectIn } from "../cable/wire.ts";

const Identifiers = z.object({ socket: z.uuid() });

/** What AnyCable knows a socket by. It closes one socket for each command, so that no two may share their identifiers. */
export const identifiersOf = (socketId: string): string => JSON.stringify({ socket: socketId });

/** The id of the socket that AnyCable names; null for identifiers that we have given to none. */
export const socketIn = (identifiers: string): string | null =>
  Identifiers.safeParse(objectIn(identifiers)).data?.socket ?? null;
