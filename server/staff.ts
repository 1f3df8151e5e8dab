// npm run staff -- somebody@example.org "Their Name": makes a member of staff and prints the link to create a password.
// With the embedded database, stop Plumbline first: the folder has room for one process.
import { inviteStaff } from "./features/accounts/actions.ts";
import { insertLink } from "./features/accounts/store.ts";
import { wallClock } from "./platform/clock.ts";
import { openEmbedded, openPostgres } from "./platform/database.ts";
import { startEmbedded } from "./platform/embedded.ts";
import { Problem } from "./platform/problems.ts";
import { readSettings } from "./platform/settings.ts";

const [email, name] = process.argv.slice(2);
if (!email?.includes("@") || !name) {
  console.error('Usage: npm run staff -- somebody@example.org "Their Name"');
  process.exit(2);
}
try {
  const settings = readSettings(process.env);
  const database = settings.databaseUrl
    ? await openPostgres(settings.databaseUrl)
    : await openEmbedded(startEmbedded(settings.dataDirectory));
  const id = await inviteStaff({ db: database.db, clock: wallClock }, null, { email, name });
  const token = await insertLink(database.db, id, "create_password", wallClock.now(), null);
  console.log(`${name} can create a password at ${settings.publicUrl}/create-password?user=${id}&token=${token}`);
  await database.close();
} catch (error) {
  console.error(error instanceof Problem ? Object.values(error.errors).flat().join(" ") : (error as Error).message);
  process.exit(1);
}
