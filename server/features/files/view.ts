import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { AppContext } from "../../context.ts";
import type { AttachedFile } from "../../files/file-column.ts";

/** A file of a message, an engagement, an appeal or an answer to a bank, with an address under which it opens for a while. */
export function attachmentView({ fileAddresses }: Pick<AppContext, "fileAddresses">, file: AttachedFile): Attachment {
  return {
    id: file.id,
    file: fileAddresses(file),
    file_name: file.name,
    file_size: file.size,
    content_type: file.contentType,
  };
}
