import { openSending } from "../anycable/sending.ts";
import { type Check, findingsOf, reasonOf } from "./finding.ts";

const { ok, failed } = findingsOf("AnyCable");

/** Checks that AnyCable takes our broadcasts: with a command about a socket that nobody has. */
export const anycable: Check = {
  name: "AnyCable",
  run: async ({ anycable: set }) => {
    if (!set) return [ok("not used: the processes hold the sockets themselves")];
    const command = { command: "disconnect", payload: { identifier: "doctor", reconnect: true } };
    try {
      const status = await openSending(set)(command);
      if (status === 201) return [ok("AnyCable takes our broadcasts")];
      if (status === 401) return [failed("AnyCable refuses our key", "Give it and us the same ANYCABLE_SECRET.")];
      return [failed(`what answers there with ${status} is no AnyCable`, advice)];
    } catch (error) {
      return [failed(`AnyCable cannot be reached: ${reasonOf(error)}`, advice)];
    }
  },
};

const advice =
  "Look at ANYCABLE_HTTP_BROADCAST_URL, and start AnyCable with ANYCABLE_BROADCAST_ADAPTER=http: it then takes broadcasts at /_broadcast.";
