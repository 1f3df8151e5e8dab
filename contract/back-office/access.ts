/** What a role may do in an area: nothing, look, or look and act. */
export type Access = "none" | "read" | "write";

/** Whether this access opens an endpoint: reading takes read access, everything else write access. */
export const opens = (access: Access, method: string): boolean =>
  access === "write" || (access === "read" && method === "GET");
