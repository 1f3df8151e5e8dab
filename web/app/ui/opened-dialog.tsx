import { Modal, type ModalProps } from "@mantine/core";
import classes from "./opened-dialog.module.css";

export default function OpenedDialog(props: ModalProps) {
  // React hands events on to what a dialog was drawn in: a form around it would be sent together with the dialog's own.
  return <Modal {...props} className={classes.dialog} onSubmit={(event) => event.stopPropagation()} />;
}
