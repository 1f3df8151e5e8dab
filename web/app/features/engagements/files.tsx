import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { z } from "zod";
import { useFileLink } from "../../file-addresses.ts";
import { fileSize } from "../../ui/file-size.ts";
import classes from "./project.module.css";

type File = z.infer<typeof Attachment>;

/** Files open in a new tab (row E-20); those that are not safe to display are downloaded. */
export function Files({ files }: { files: readonly File[] }) {
  return (
    <ul className={classes.files}>
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
    <a className={classes.file} target="_blank" rel="noreferrer" {...useFileLink(file)}>
      <span className={classes.kind} aria-hidden="true">
        {(/\.(\w{1,4})$/.exec(name)?.[1] ?? "file").toUpperCase()}
      </span>
      <span className={classes.fileWords}>
        <strong title={name}>{name}</strong>
        <span className="small">{fileSize(size)}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
