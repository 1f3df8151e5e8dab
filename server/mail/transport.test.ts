import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTransport } from "./delivery.ts";

// A mail server that goes on talking and never answers, as some do to keep spammers busy.

const connections = new Set<Socket>();
const mailServer = createServer((connection) => {
  connections.add(connection);
  const talking = setInterval(() => connection.write("250-one moment\r\n"), 20);
  connection.on("error", () => {}).on("close", () => clearInterval(talking));
  connection.write("220 here\r\n");
});
let smtpUrl: string;
beforeAll(async () => {
  await once(mailServer.listen(0, "127.0.0.1"), "listening");
  smtpUrl = `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const connection of connections) connection.destroy();
  mailServer.close();
});

test("A-09 R21 a mail server that goes on talking without answering ends an attempt and a check in the end", async () => {
  const transport = openTransport(smtpUrl, { attempt: 500, check: 500 });
  const message = { from: "us@plumbline.test", to: "you@plumbline.test", text: "Yes." };
  await expect(transport.sendMail(message)).rejects.toMatchObject({ code: "EABORT" });
  await expect(transport.verify()).rejects.toThrow("did not answer in time");
  transport.close();
});
