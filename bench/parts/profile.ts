import { mkdir, writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { dirname } from "node:path";

/**
 * Runs `work` and writes a CPU profile of this process to `file`, which Chrome's developer tools and VS Code open; makes
 * the file's folder.
 */
export async function profiled<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 200 });
  await session.post("Profiler.start");
  try {
    return await work();
  } finally {
    const { profile } = await session.post("Profiler.stop");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(profile));
    session.disconnect();
  }
}
