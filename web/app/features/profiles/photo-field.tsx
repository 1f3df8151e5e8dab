import { uploadPhoto } from "@plumbline/contract/profiles/contract.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { useId, useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, failureLines } from "../../failure.ts";
import { updateMe } from "../../shell/me.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Portrait } from "../../ui/portrait.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { type Crop, CropView, centred, cropped } from "./crop-view.tsx";
import classes from "./profiles.module.css";

/** The specification's avatar, in pixels. */
const avatar = 96;

/** The advisor's photo (row P-12): chosen, cropped to a square, and uploaded at once, independently of the form. */
export function PhotoField({
  name,
  photo,
  onPhoto,
}: {
  name: string;
  photo: string | null;
  onPhoto: (photo: string) => void;
}) {
  const id = useId();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(centred);
  const [share, setShare] = useState<number | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const choose = async (file: File | undefined) => {
    if (input.current) input.current.value = "";
    if (!file) return;
    setTrouble(null);
    try {
      setPicture(await createImageBitmap(file));
      setCrop(centred);
    } catch {
      setTrouble(texts.notAPicture);
    }
  };
  const close = () => {
    if (share !== null) return;
    setPicture(null);
    setTrouble(null);
  };
  const send = async () => {
    if (!picture || share !== null) return;
    setShare(0);
    setTrouble(null);
    try {
      const answer = await call(uploadPhoto, { files: [await cropped(picture, crop)] }, { onProgress: setShare });
      onPhoto(answer.photo);
      updateMe({ photo: answer.photo });
      notice("Your photo has been saved");
      setPicture(null);
    } catch (error) {
      setTrouble(failureLines(asFailure(error)).join(" "));
    } finally {
      setShare(null);
    }
  };

  return (
    <div className={classes.photo}>
      <Portrait name="" photo={photo} size={avatar} />
      <div>
        <label className={classes.choose} htmlFor={id}>
          {photo ? "Change photo" : "Choose a photo"}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          className="visually-hidden"
          aria-describedby={`${id}-hint`}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <p className="small" id={`${id}-hint`}>
          JPEG, PNG, WebP or GIF. You choose the part that shows.
        </p>
        {trouble && !picture && (
          <p className={classes.trouble} role="alert">
            {trouble}
          </p>
        )}
      </div>
      <Dialog opened={picture !== null} onClose={close} title="Your photo" classNames={{ title: classes.dialogTitle }}>
        {picture && (
          <form
            className={classes.crop}
            onSubmit={(event) => {
              event.preventDefault();
              void send();
            }}
          >
            <CropView picture={picture} crop={crop} onCrop={setCrop} label={`Photo of ${name}, as it will show`} />
            {share !== null && <ProgressBar value={Math.round(share * 100)} label="Uploading your photo" />}
            {trouble && (
              <p className={classes.trouble} role="alert">
                {trouble}
              </p>
            )}
            <div className={classes.cropActions}>
              <Button variant="line" onClick={close}>
                Cancel
              </Button>
              <SubmitButton busy={share !== null} busyText="Uploading…">
                Use this photo
              </SubmitButton>
            </div>
          </form>
        )}
      </Dialog>
    </div>
  );
}
