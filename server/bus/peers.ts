type Peer = { seq: number; lastSeen: number };

// In milliseconds.
export const silenceTimeout = 1000;
const forgetTimeout = 10_000;

/** The other processes as they are heard of, each with the number of its last message. */
export function openPeers() {
  const peers = new Map<string, Peer>();
  return {
    count: () => peers.size,
    /** Records a message or a heartbeat, and returns what its number says. */
    heard: (from: string, seq: number, isHeartbeat: boolean): "first" | "repeated" | "next" | "skipped" => {
      const peer = peers.get(from);
      const lastSeen = performance.now();
      peers.set(from, { seq: Math.max(seq, peer?.seq ?? 0), lastSeen });
      if (!peer) return "first";
      if (!isHeartbeat && seq <= peer.seq) return "repeated";
      return seq > peer.seq + (isHeartbeat ? 0 : 1) ? "skipped" : "next";
    },
    forget: (from: string) => peers.delete(from),
    /** All count as heard of now. */
    allHeard: () => {
      const lastSeen = performance.now();
      for (const peer of peers.values()) peer.lastSeen = lastSeen;
    },
    /** Whether another process is not heard of: it has been killed, or cut off. Forgets those that stay silent. */
    findSilent: (): boolean => {
      const now = performance.now();
      let silent = false;
      for (const [from, { lastSeen }] of peers) {
        if (now - lastSeen <= silenceTimeout) continue;
        silent = true;
        if (now - lastSeen > forgetTimeout) peers.delete(from);
      }
      return silent;
    },
  };
}
