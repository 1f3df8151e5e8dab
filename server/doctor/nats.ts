import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import { joinSubject, natsOptions, natsSubject } from "../bus/transports/nats.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, failed } = findingsOf("nats");

/** Checks that NATS is reachable and permits publishing and subscribing, with a subject that no installation uses. */
export const nats: Check = {
  name: "nats",
  run: async ({ bus }) => {
    if (bus?.kind !== "nats") return [];
    let connection: NatsConnection;
    try {
      connection = await connect(natsOptions(bus));
    } catch (error) {
      const todo =
        error instanceof errors.AuthorizationError
          ? "Check the user and the password, or the token, in NATS_URL."
          : "Check hosts and ports in NATS_URL (tls:// where it speaks TLS), and that it takes this machine.";
      return [failed(`cannot be used: ${reasonOf(error)}`, todo)];
    }
    try {
      return [await mayUse(connection)];
    } finally {
      await connection.close();
    }
  },
};

async function mayUse(connection: NatsConnection): Promise<Finding> {
  try {
    await joinSubject(connection, natsSubject("doctor"), () => {});
  } catch (error) {
    return failed(reasonOf(error), "Let the user of NATS_URL publish and subscribe to plumbline.bus.*.");
  }
  const { version, cluster } = connection.info ?? {};
  return ok(`NATS ${version}${cluster ? ", a cluster," : ""} answers and lets us publish and subscribe`);
}
