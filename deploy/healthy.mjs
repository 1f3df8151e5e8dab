// The container's health check: whether this process answers. Not /readyz, which asks the database as well: restarting
// this container does not bring a database back.
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => null);
process.exit(response?.ok ? 0 : 1);
