import { TextInput } from "@mantine/core";
import { type SitePicture, type SiteTextView, uploadSitePicture } from "@plumbline/contract/site-texts/contract.ts";
import { pictureLine, withoutPicture, withPicture } from "@plumbline/contract/site-texts/rules.ts";
import { useRef } from "react";
import { call } from "../../call.ts";
import { TextButton } from "../../ui/button.tsx";
import { FileField } from "../../ui/file-field.tsx";
import type { PendingFiles } from "../../ui/use-form-files.ts";
import classes from "./site-text.module.css";

type Values = { text: string; pictures: SitePicture[]; pictureless: boolean };

/**
 * The pictures of a text, each with words for those who do not see it. `placed` ones stand on a line of the text; a banner
 * has one of its own, the `delivered` one, or none.
 */
export function Pictures({
  values: { text, pictures, pictureless },
  placed,
  delivered,
  most,
  errorOf,
  onChange,
  onPending,
}: {
  values: Values;
  placed: boolean;
  delivered: SiteTextView["delivered_picture"];
  most: number;
  errorOf: (field: string) => string | undefined;
  onChange: (values: Partial<Values>) => void;
  onPending: (files: PendingFiles) => void;
}) {
  // An upload may end when another one has been added, or the text was changed meanwhile.
  const latest = useRef({ text, pictures, pictureless });
  latest.current = { text, pictures, pictureless };
  const change = (next: Values) => {
    latest.current = next;
    onChange(next);
  };
  const uploaded = useRef(new Map<number, SitePicture>());
  const add = (id: number) => {
    const picture = uploaded.current.get(id);
    if (!picture) return;
    const now = latest.current;
    const all = [...now.pictures, picture];
    change({ pictures: all, text: placed ? withPicture(now.text, all.length) : now.text, pictureless: false });
  };
  const remove = (at: number) =>
    change({
      pictures: pictures.filter((_, each) => each !== at),
      text: placed ? withoutPicture(text, at + 1) : text,
      pictureless: !placed,
    });
  const describe = (at: number, alt: string) =>
    change({ text, pictureless, pictures: pictures.map((each, index) => (index === at ? { ...each, alt } : each)) });
  return (
    <div>
      {pictures.length > 0 && (
        <ol className={classes.pictures} aria-label="Pictures">
          {pictures.map(({ id, file, alt, width, height }, at) => (
            <li key={id}>
              <img src={file} alt="" width={width} height={height} />
              <div>
                <TextInput
                  label={placed ? `What picture ${at + 1} shows` : "What the picture shows"}
                  description="For those who do not see it."
                  maxLength={300}
                  value={alt}
                  onChange={(event) => describe(at, event.currentTarget.value)}
                  error={alt.trim() ? undefined : errorOf(`pictures.${at}.alt`)}
                />
                <p className="small">
                  {placed && <>It stands where the text says {pictureLine(at + 1)}. </>}
                  <TextButton onClick={() => remove(at)}>
                    Remove<span className="visually-hidden"> picture {at + 1}</span>
                  </TextButton>
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {!placed && pictures.length === 0 && (
        <Without
          pictureless={pictureless}
          delivered={delivered}
          onChange={(none) => change({ text, pictures, pictureless: none })}
        />
      )}
      {pictures.length < most && (
        <FileField
          label={placed ? "Add pictures" : "Another picture (optional)"}
          hint="JPEG, PNG, WebP or GIF."
          accept="image/jpeg,image/png,image/webp,image/gif"
          maxFiles={most - pictures.length}
          value={[]}
          onChange={(files) => {
            for (const { id } of files.slice(-1)) add(id);
          }}
          upload={async (file, onProgress, signal) => {
            const picture = await call(uploadSitePicture, { files: [file] }, { onProgress, signal });
            uploaded.current.set(picture.id, picture);
            return picture;
          }}
          error={errorOf("pictures")}
          onPending={onPending}
        />
      )}
    </div>
  );
}

/** A banner that has no picture of its own: the delivered one, which can be left out and taken again. */
function Without({
  pictureless,
  delivered,
  onChange,
}: {
  pictureless: boolean;
  delivered: SiteTextView["delivered_picture"];
  onChange: (pictureless: boolean) => void;
}) {
  if (pictureless || !delivered)
    return (
      <p className={classes.without}>
        This banner has no picture.{" "}
        {delivered && <TextButton onClick={() => onChange(false)}>Use the delivered picture again</TextButton>}
      </p>
    );
  const { url, alt, width, height } = delivered;
  return (
    <ul className={classes.pictures} aria-label="Picture">
      <li>
        <img src={url} alt={alt} width={width} height={height} />
        <p>
          The delivered picture.{" "}
          <TextButton onClick={() => onChange(true)}>
            Remove<span className="visually-hidden"> the picture</span>
          </TextButton>
        </p>
      </li>
    </ul>
  );
}
