import { checkImport, type ImportCheck, importMembers } from "@plumbline/contract/back-office/import.ts";
import { importTemplate, mostImportCharacters, mostImportLines } from "@plumbline/contract/back-office/import-rules.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, Failure } from "../../failure.ts";
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

export const meta = () => titled("Import members");

type Checked = { name: string; csv: string; check: ImportCheck };
type Progress = { made: number; known: number; done: boolean };

/** Takes over customers and advisors from a CSV: checked first, then the good lines. */
export default function ImportPage() {
  const may = useMay()(importMembers);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopped = useRef(false);
  const check = async (file: File | undefined) => {
    setChecked(null);
    setProgress(null);
    setFailure(null);
    if (!file) return;
    try {
      const csv = await file.text();
      setChecked({ name: file.name, csv, check: await call(checkImport, { body: { csv } }) });
    } catch (error) {
      const failure = asFailure(error);
      const words = failure.errors["csv"];
      setFailure(words ? new Failure(0, "", words.join(" ")) : failure);
    }
  };
  const start = async ({ csv }: Checked) => {
    stopped.current = false;
    const sum = { made: 0, known: 0, done: false };
    setProgress({ ...sum });
    for (let after: number | null = 0; after !== null && !stopped.current; ) {
      const part: { made: number; known: number; next: number | null } = await call(importMembers, {
        body: { csv, after },
      });
      after = part.next;
      sum.made += part.made;
      sum.known += part.known;
      setProgress({ ...sum });
    }
    setProgress({ ...sum, done: true });
  };
  return (
    <Page
      title="Import members"
      sentence="Take over customers and advisors from a CSV. They are approved, and get the usual e-mail to create their password."
      note={<ReadOnlyNote of={importMembers} />}
      back={{ to: "/back-office/members", text: "Members" }}
      width="reading"
    >
      <p>
        The first line names the columns: role, email, name, company. At most {mostImportLines.toLocaleString("en-GB")}{" "}
        lines or {mostImportCharacters.toLocaleString("en-GB")} characters at once. A known address is left as it is, so
        that the same file makes nobody twice.{" "}
        <TextButton onClick={() => saveBlob(new Blob([`\uFEFF${importTemplate}`]), "members-template.csv")}>
          Download a template
        </TextButton>
      </p>
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
            {checked.name}: {checked.check.good} to import, {checked.check.known} known already,{" "}
            {checked.check.problems.length} {checked.check.problems.length === 1 ? "problem" : "problems"}.
            {progress === null && " Nothing has been written yet."}
          </p>
          {progress === null && checked.check.good > 0 && (
            <ActionButton onFailure={setFailure} onPress={() => start(checked)}>
              {checked.check.good === 1 ? "Import 1 member" : `Import ${checked.check.good} members`}
            </ActionButton>
          )}
          {progress && !progress.done && (
            <div className={classes.progress}>
              <ProgressBar
                label="Imported"
                value={progress.made}
                of={checked.check.good}
                text={`${progress.made} of ${checked.check.good}`}
              />
              <Button
                variant="line"
                onClick={() => {
                  stopped.current = true;
                }}
              >
                Stop after these
              </Button>
            </div>
          )}
          {progress?.done && (
            <Banner title={progress.made === 1 ? "1 member was imported." : `${progress.made} members were imported.`}>
              {progress.known > 0 && `${progress.known} were known already and are as they were.`}
            </Banner>
          )}
          {checked.check.problems.length > 0 && (
            <>
              <p>Lines with a problem are left out. Put them right and import the same file again.</p>
              <DataTable
                caption="Problems"
                rows={checked.check.problems}
                rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
                columns={[
                  { title: "Line", cell: ({ line }) => line },
                  { title: "Column", cell: ({ column }) => column },
                  { title: "Problem", phone: "wide", cell: ({ message }) => message },
                ]}
              />
            </>
          )}
        </section>
      )}
    </Page>
  );
}
