import { type ImportCheck, importMembers } from "@plumbline/contract/back-office/import.ts";
import { importTemplate, mostImportCharacters, mostImportLines } from "@plumbline/contract/back-office/import-rules.ts";
import { saveBlob } from "../../save-file.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { DropArea } from "../../ui/drop-area.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Page } from "../../ui/page.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import classes from "./import.module.css";
import { type Progress, useImport } from "./use-import.ts";

export const meta = () => titled("Import members");

/** Takes over customers and advisors from a CSV: checked first, then the good lines. */
export default function ImportPage() {
  const may = useMay()(importMembers);
  const { checked, progress, failure, check, start, stop } = useImport();
  return (
    <Page
      title="Import members"
      sentence="Take over customers and advisors from a CSV. They are approved, and get the usual e-mail to create their password."
      note={<ReadOnlyNote of={importMembers} />}
      back={{ to: "/back-office/members", text: "Members" }}
      width="reading"
    >
      <WhatToImport />
      {may && (
        <div className={classes.file}>
          <DropArea
            label="CSV file"
            hint="It is checked first, and nothing is written."
            accept=".csv,text/csv"
            disabled={progress !== null && !progress.done}
            onFiles={([file]) => void check(file)}
          />
        </div>
      )}
      <FailureNotice failure={failure} />
      {checked && (
        <section className={classes.outcome} aria-label="What the import would do">
          <p role="status">
            {checked.name}: {whatWasFound(checked.check)}
            {progress === null && !failure && " Nothing has been written yet."}
          </p>
          {progress === null && checked.check.good > 0 && (
            <ActionButton onPress={() => start(checked)}>
              {checked.check.good === 1 ? "Import 1 member" : `Import ${checked.check.good} members`}
            </ActionButton>
          )}
          {progress && !progress.done && <Importing made={progress.made} of={checked.check.good} onStop={stop} />}
          {progress?.done && <Imported {...progress} />}
          {checked.check.problems.length > 0 && <Problems problems={checked.check.problems} />}
        </section>
      )}
    </Page>
  );
}

function WhatToImport() {
  return (
    <p>
      The first line names the columns: role, email, name, company. At most {mostImportLines.toLocaleString("en-GB")}{" "}
      lines or {mostImportCharacters.toLocaleString("en-GB")} characters at once. A known address is left as it is, so
      that the same file makes nobody twice.{" "}
      <TextButton onClick={() => saveBlob(new Blob([`\uFEFF${importTemplate}`]), "members-template.csv")}>
        Download a template
      </TextButton>
    </p>
  );
}

const whatWasFound = ({ good, known, problems }: ImportCheck) =>
  `${good} to import, ${known} known already, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}.`;

function Importing({ made, of, onStop }: { made: number; of: number; onStop: () => void }) {
  return (
    <div className={classes.progress}>
      <ProgressBar label="Imported" value={made} of={of} text={`${made} of ${of}`} />
      <Button variant="line" onClick={onStop}>
        Stop after these
      </Button>
    </div>
  );
}

function Imported({ made, known }: Progress) {
  return (
    <Banner title={made === 1 ? "1 member was imported." : `${made} members were imported.`}>
      {known === 1
        ? "1 was known already and is as it was."
        : known > 1 && `${known} were known already and are as they were.`}
    </Banner>
  );
}

function Problems({ problems }: Pick<ImportCheck, "problems">) {
  return (
    <>
      <p>Lines with a problem are left out. Put them right and import the same file again.</p>
      <DataTable
        caption="Problems"
        rows={problems}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        columns={[
          { title: "Line", phone: "titled", cell: ({ line }) => line },
          { title: "Column", cell: ({ column }) => column },
          { title: "Problem", phone: "wide", cell: ({ message }) => message },
        ]}
      />
    </>
  );
}
