// npm run files-to-s3: copies the files of DATA_DIR to the bucket that S3_BUCKET names, compares them, and leaves the
// folder as it is (ADR-040). Plumbline may run meanwhile: what arrives later is copied by running it once more.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { outliveOutput } from "./command-output.ts";
import { factsOf, messageOf } from "./error-facts.ts";
import { copyToBucket } from "./files/copy-to-bucket.ts";
import { openS3Store } from "./files/s3-store.ts";
import { StoreUnavailable } from "./files/store.ts";
import { formatError } from "./http/error-log.ts";
import { BadSettings, readStorage } from "./settings.ts";
import { CannotStart } from "./start-errors.ts";

outliveOutput();
readArguments("npm run files-to-s3");
try {
  const { dataDirectory, s3 } = readStorage(process.env);
  if (!s3) throw new CannotStart("Set S3_BUCKET and what else the bucket needs: deploy/README.md has the steps.");
  const folder = join(dataDirectory, "files");
  if (!existsSync(folder))
    throw new CannotStart(`There is no folder ${folder}. Set DATA_DIR to the one that is meant.`);
  const bucket = await openS3Store(s3, folder);
  const { copied, there } = await copyToBucket(folder, bucket, (done, all) => {
    if (done % 100 === 0) console.log(`  ${done} of ${all} files`);
  });
  await bucket.close();
  console.log(
    `  ${copied + there} files of ${folder} are in the bucket ${s3.bucket}, byte for byte: ${copied} were copied now.`,
  );
} catch (error) {
  if (error instanceof StoreUnavailable)
    console.error(`The bucket could not be used: ${error.code}. npm run doctor says why; then run this again.`);
  // What the file system refuses names a path, which whoever types the command has to see.
  else if (factsOf(error).syscall)
    console.error(
      `${messageOf(error)}. Run this as the user who runs Plumbline; another run goes on where this one ended.`,
    );
  else console.error(error instanceof CannotStart || error instanceof BadSettings ? error.message : formatError(error));
  process.exitCode = 1;
}
