import { dayInLondon } from "@plumbline/contract/dates.ts";
import { product } from "@plumbline/contract/product.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { inChunks } from "../../http/csv.ts";
import { Download } from "../../http/download.ts";
import { personalData } from "../../personal-data.ts";

/**
 * A copy of a member's data: a JSON object with a list of rows per table, of what each table declares for it, sent while it
 * is read. Times are in UTC, amounts in pence, quantities in hundredths, as they are stored.
 */
export async function copyOfData(context: AppContext, member: Member): Promise<Download> {
  const name = `${product.toLowerCase()}-${member.id}.json`;
  return new Download(await inChunks(jsonOf(context, member)), { type: "application/json", name });
}

async function* jsonOf({ db, clock }: AppContext, subject: Member): AsyncGenerator<string> {
  yield `{\n"copied_on": "${dayInLondon(clock.now())}"`;
  for (const { name, copy } of personalData) {
    if (!copy) continue;
    yield `,\n${JSON.stringify(name)}: [`;
    let before = "\n";
    for await (const rows of copy(db, subject)) {
      if (rows.length === 0) continue;
      yield before + rows.join(",\n");
      before = ",\n";
    }
    yield "]";
  }
  yield "\n}\n";
}
