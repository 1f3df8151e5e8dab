/** The reasons for a disconnect that clients know. */
export type DisconnectReason = "unauthorized" | "server_restart" | "remote" | "too_slow";

/** What the server sends besides broadcasts, by `type`; `sid`, history and presence are of the extended protocol. */
export type ProtocolFrame =
  | { type: "welcome"; sid?: string; restored?: true; restored_ids?: readonly string[] }
  | { type: "ping"; message: number }
  | { type: "pong" }
  | { type: "confirm_subscription" | "reject_subscription"; identifier: string }
  | { type: "confirm_history" | "reject_history"; identifier: string }
  | { type: "presence"; identifier: string; message: { type: "error" } }
  | { type: "disconnect"; reason: DisconnectReason; reconnect: boolean };

/** The frame that ends a connection: its client comes back, unless its session is not valid, or not any more. */
export const disconnectFrame = (reason: DisconnectReason): ProtocolFrame => ({
  type: "disconnect",
  reason,
  reconnect: reason === "server_restart" || reason === "too_slow",
});

/** What a channel sends to one subscriber. */
export type DataFrame = { type?: never; identifier: string; message: unknown };

/**
 * A text as a server's WebSocket frame: unfragmented, unmasked and not compressed (RFC 6455, section 5.2). A broadcast
 * is framed once, and the same bytes are written to each socket.
 */
export function framed(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) frame.writeUInt16BE(length, frame.writeUInt8(126, 1));
  else frame.writeBigUInt64BE(BigInt(length), frame.writeUInt8(127, 1));
  frame.write(text, head);
  return frame;
}
