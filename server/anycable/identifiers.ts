/** What AnyCable knows a socket by. It closes one socket for each command, so that no two may share their identifiers. */
export const identifiersOf = (socketId: string): string => JSON.stringify({ socket: socketId });
