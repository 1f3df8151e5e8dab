// npm run staff -- somebody@example.org "Their Name": creates a member of staff and prints the link to create a
// password. For an existing one it prints a link, valid for an hour, that sets a new password and ends all their
// sessions. With the embedded database, stop Plumbline first: only one process may open the folder.

import { InviteForm } from "@plumbline/contract/back-office/contract.ts";
import { fieldErrors } from "@plumbline/contract/fields.ts";
import { wallClock } from "./clock.ts";
import { failureOf } from "./command-failure.ts";
import { outliveOutput } from "./command-output.ts";
import { openEmbedded, openPostgres } from "./database/database.ts";
import { startEmbedded } from "./database/embedded/embedded.ts";
import { staffLink } from "./features/accounts/actions.ts";
import { Problem } from "./http/problems.ts";
import { readSettings } from "./settings.ts";

outliveOutput();
const [address, ...names] = process.argv.slice(2);
const form = InviteForm.pick({ email: true, name: true }).safeParse({ email: address, name: names[0] });
if (!form.success || names.length > 1) {
  if (address && !form.success) console.error(Object.values(fieldErrors(form.error)).flat().join(" "));
  console.error('Usage: npm run staff -- somebody@example.org "Their Name"');
  process.exit(2);
}
const { email, name } = form.data;
try {
  const settings = readSettings(process.env);
  const database = settings.databaseDirectUrl
    ? await openPostgres(settings.databaseDirectUrl)
    : await openEmbedded(startEmbedded(settings.dataDirectory));
  const { id, token, made } = await staffLink({ db: database.db, clock: wallClock }, { email, name });
  const url = `${settings.publicUrl}/create-password?user=${id}&token=${token}`;
  console.log(made ? `${name} can create a password at ${url}` : `${email} can set a new password at ${url}`);
  await database.close();
} catch (error) {
  const refused = error instanceof Problem ? Object.values(error.errors).flat().join(" ") : null;
  console.error(refused ?? failureOf(error, "The link cannot be made"));
  process.exit(1);
}
