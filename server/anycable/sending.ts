import { broadcastKey } from "./keys.ts";

const answerTimeout = 5000;

/**
 * Sends AnyCable a broadcast, a list of them, or a command, and returns the status of its answer, 201 when it has taken it.
 * Rejects when there is no answer within five seconds.
 */
export function openSending({ secret, broadcastUrl }: { secret: string; broadcastUrl: string }) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${broadcastKey(secret)}` };
  return async (body: unknown): Promise<number> => {
    const response = await fetch(broadcastUrl, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeout),
    });
    await response.body?.cancel();
    return response.status;
  };
}
