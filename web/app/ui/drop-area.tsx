import { type DragEvent, type ReactNode, useId, useState } from "react";
import classes from "./drop-area.module.css";
import { UploadIcon } from "./icons.tsx";

/** A labelled place to choose files or drop them. The same file can be chosen again. */
export function DropArea({
  label,
  hint,
  several = false,
  accept,
  invalid = false,
  disabled = false,
  onFiles,
}: {
  label: ReactNode;
  hint: ReactNode;
  several?: boolean;
  accept?: string | undefined;
  invalid?: boolean;
  disabled?: boolean;
  onFiles: (files: FileList | []) => void;
}) {
  const id = useId();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles(event.dataTransfer.files);
  };
  return (
    <>
      <p className={classes.label} id={`${id}-label`}>
        {label}
      </p>
      <label
        className={over ? `${classes.drop} ${classes.over}` : classes.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          className="visually-hidden"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={invalid || undefined}
          multiple={several}
          accept={accept}
          disabled={disabled}
          onChange={(event) => {
            onFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
        <UploadIcon />
        <span id={`${id}-hint`}>
          <strong>Choose {several ? "files" : "a file"}</strong> or drop {several ? "them" : "it"} here. {hint}
        </span>
      </label>
    </>
  );
}
