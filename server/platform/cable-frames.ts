/**
 * A text as a server's WebSocket frame: whole, unmasked and not compressed (RFC 6455, section 5.2). What many sockets
 * get is framed once, and the same bytes are written to each.
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
