// Exits with 0 when something listens at the host and port of the given URL, otherwise with 1.
import { connect } from "node:net";

const { hostname, port } = new URL(process.argv[2]);
const socket = connect({ host: hostname, port: Number(port || 5432), timeout: 2000 });
socket.on("connect", () => process.exit(0));
for (const event of ["error", "timeout"]) socket.on(event, () => process.exit(1));
