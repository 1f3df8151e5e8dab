import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./servers.ts";

const program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"].find((path) => existsSync(path));

/** Whether nginx is installed on this machine. */
export const hasNginx = program !== undefined;

/**
 * A real nginx on 127.0.0.1 that balances requests and sockets over the given origins, configured as docs/operations.md says,
 * with as many processes and files for each as are needed: two for a socket.
 */
export async function startNginx(origins: readonly string[], { processes = 1, files = 1024 } = {}) {
  if (!program) throw new Error("nginx is not installed here");
  const folder = await mkdtemp(join(tmpdir(), "plumbline-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off; ${processes === 1 ? "master_process off;" : `worker_processes ${processes};`}
    pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events { worker_connections ${files}; }
    http {
      map $http_upgrade $connection_header { default upgrade; '' ''; }
      access_log off; ${temporary.join(" ")}
      upstream plumbline { ${origins.map((origin) => `server ${new URL(origin).host} max_fails=0;`).join(" ")} }
      server {
        listen 127.0.0.1:${port} reuseport backlog=4096;
        location / {
          proxy_pass http://plumbline;
          proxy_http_version 1.1;
          proxy_next_upstream error timeout http_503;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_header;
          proxy_read_timeout 1h;
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
        }
      }
    }`,
  );
  const child: ChildProcess = spawn(program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: "ignore",
  });
  const ended = new Promise((done) => child.once("close", done));
  for (const until = Date.now() + 30_000; !(await connects(port)); ) {
    if (Date.now() > until || child.exitCode !== null) throw new Error("nginx did not start");
    await new Promise((later) => setTimeout(later, 20));
  }
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
