import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

test("rule 2: npm run dev starts again after every change, however it is saved, and after a mistake", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline reload ü "));
  const word = join(folder, "sources", "words", "word.mjs");
  mkdirSync(join(folder, "sources", "words"), { recursive: true });
  writeFileSync(
    join(folder, "sources", "main.mjs"),
    'import { word } from "./words/word.mjs"; console.log(word); setInterval(() => {}, 1000);',
  );
  const save = (text: string) => writeFileSync(word, text);
  /** As git and many editors do: the file is another one afterwards. */
  const replace = (text: string) => {
    writeFileSync(`${folder}/new`, text);
    renameSync(`${folder}/new`, word);
  };
  save('export const word = "first";');
  const child = spawn(process.execPath, [join(process.cwd(), "tools/reload.mjs"), "sources", "sources/main.mjs"], {
    cwd: folder,
  });
  let printed = "";
  const until = async (text: string) => {
    while (!printed.includes(text)) printed += (await once(child.stdout, "data"))[0];
  };
  await until("first");
  for (const [at, change] of [save, replace, replace, save, replace].entries()) {
    change(`export const word = "change ${at}";`);
    await until(`change ${at}`);
  }
  save("const mistake = ;");
  await until("starts again when a file changes");
  save('export const word = "mended";');
  await until("mended");
  child.kill("SIGTERM");
  // Its output is closed when the program has ended, too.
  expect(await once(child, "close")).toEqual([0, null]);
  rmSync(folder, { recursive: true });
});

test("decision 44 npm run dev with an argument that it does not have ends with the program's usage", async () => {
  const program = ["-e", "process.exit(2)"];
  const child = spawn(process.execPath, ["tools/reload.mjs", "tools", ...program], { stdio: "ignore" });
  expect(await once(child, "close")).toEqual([2, null]);
});
