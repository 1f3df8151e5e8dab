import { type ElementProps, InputBase, type InputBaseProps } from "@mantine/core";
import classes from "./textarea.module.css";

type TextareaProps = InputBaseProps &
  ElementProps<"textarea", keyof InputBaseProps | "rows"> & { minRows?: number; maxRows?: number };

const heightOf = (rows: number) => `calc(${rows}lh + 2 * var(--input-padding-y) + 2px)`;

/**
 * A text area of at least `minRows` lines that grows with its text, up to `maxRows`, where the browser supports that;
 * elsewhere it can be dragged larger. The kit's own text area measures itself by script and lays the page out several
 * times while it is drawn: a quarter of a page's time on a slow telephone.
 */
export function Textarea({ minRows = 3, maxRows, ...props }: TextareaProps) {
  const input = { minHeight: heightOf(minRows), ...(maxRows !== undefined && { maxHeight: heightOf(maxRows) }) };
  return (
    <InputBase
      component="textarea"
      multiline
      rows={minRows}
      classNames={{ input: classes.growing }}
      styles={{ input }}
      {...props}
    />
  );
}
