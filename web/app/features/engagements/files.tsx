import type { Attachment } from "@plumbline/contract/engagements/contract.ts";
import type { z } from "zod";
import { useFileLink } from "../../file-addresses.ts";
import { fileSize } from "../../ui/file-field.tsx";
import look from "./project.module.css";

type File = z.infer<typeof Attachment>;

/** Files open in a new tab (row E-20); what a browser cannot show safely is downloaded. */
export function Files({ files }: { files: readonly File[] }) {
  return (
    <ul className={look.files}>
      {files.map((file) => (
        <li key={file.id}>
          <FileLink {...file} />
        </li>
      ))}
    </ul>
  );
}

function FileLink({ file, file_name: name, file_size: size }: File) {
  return (
    <a className={look.file} target="_blank" rel="noreferrer" {...useFileLink(file)}>
      <span className={look.kind} aria-hidden="true">
        {(/\.(\w{1,4})$/.exec(name)?.[1] ?? "file").toUpperCase()}
      </span>
      <span className={look.fileWords}>
        <strong>{name}</strong>
        <span className="small">{fileSize(size)}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
