import {
  answerThread,
  assignThread,
  closeThread,
  readThread,
  releaseThread,
  reopenThread,
} from "@plumbline/contract/correspondence/contract.ts";
import { type ThreadAction, threadKindLabels, threadStateLabels } from "@plumbline/contract/correspondence/rules.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { product } from "@plumbline/contract/product.ts";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { Form, FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/thread-page.ts";
import { threadTones } from "./correspondence-page.tsx";
import classes from "./thread.module.css";

export const meta = () => titled("Correspondence");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(readThread, { params: { id: params.id } });

/** One conversation: what was written on both sides, and the answer. */
export default function ThreadPage({ loaderData: thread }: Route.ComponentProps) {
  const { id, version } = thread;
  const may = (action: ThreadAction) => thread.allowed_actions.includes(action);
  return (
    <Page
      back={{ to: "/back-office/correspondence", text: "Correspondence" }}
      eyebrow={threadKindLabels[thread.kind]}
      title={thread.name}
      badge={<Badge tone={threadTones[thread.state]}>{threadStateLabels[thread.state]}</Badge>}
      sentence={
        <>
          {thread.email} · {thread.assigned_to ? `with ${thread.assigned_to.name}` : "with nobody yet"}
          {thread.member_id !== null && (
            <>
              {" · "}
              <Link to={`/back-office/members/${thread.member_id}`}>Member’s page</Link>
            </>
          )}
        </>
      }
      note={<ReadOnlyNote of={answerThread} />}
      width="reading"
    >
      <ol className={classes.messages}>
        {thread.messages.map(({ id, from, text, quoted, sender, attachments, created_at: at }) => (
          <li key={id} className={from ? classes.ours : undefined}>
            <p className="small">
              <strong>{from ? `${from.name}, ${product}` : thread.name}</strong> {momentHere(at)}
              {sender && ` · from ${sender}, another address`}
            </p>
            <p className={classes.text}>{text}</p>
            {quoted && (
              <details className={classes.quoted}>
                <summary>What they quote</summary>
                <p className={classes.text}>{quoted}</p>
              </details>
            )}
            {attachments.length > 0 && (
              <p className={`small ${classes.text}`}>
                {`Attached, and not kept: ${attachments.map((file) => `${file.name} (${fileSize(file.bytes)})`).join(", ")}. To read a file, ask for it in another way.`}
              </p>
            )}
          </li>
        ))}
      </ol>
      {may("answer") && <AnswerBox thread={thread} />}
      <div className={classes.changes}>
        {may("assign") && (
          <Change text="Take over" done="It is yours." send={() => call(assignThread, { params: { id } })} />
        )}
        {may("release") && (
          <Change
            text="Leave to others"
            done="Anybody may take it now."
            send={() => call(releaseThread, { params: { id } })}
          />
        )}
        {may("close") && (
          <Change text="Close" done="Closed." send={() => call(closeThread, { params: { id }, body: { version } })} />
        )}
        {may("reopen") && (
          <Change text="Open again" done="It is open again." send={() => call(reopenThread, { params: { id } })} />
        )}
      </div>
    </Page>
  );
}

const rules = async () => (await import("./forms.ts")).AnswerForm;

function AnswerBox({ thread }: { thread: Answer<typeof readThread> }) {
  const { id, email } = thread;
  const { revalidate } = useRevalidator();
  const { save } = useNewestVersion(thread, async () => {
    const newest = await call(readThread, { params: { id } });
    // What was written since stands above then, and the answer stays as it was typed.
    await revalidate();
    return newest;
  });
  const { props, field, busy, failure, reset } = useSchemaForm(rules, {
    initialValues: { text: "" },
    draft: `correspondence-${id}`,
    onSubmit: async (values) => {
      await save((version) => call(answerThread, { params: { id }, body: { ...values, version } }));
      reset();
      notice(`Sent to ${email}.`);
      await revalidate();
    },
  });
  return (
    <Form {...props}>
      <Textarea
        label="Your answer"
        description={`We send it to ${email}, with your name and what they wrote.`}
        minRows={5}
        maxLength={5000}
        {...field("text")}
      />
      <FailureNotice failure={failure} />
      <FormActions>
        <SubmitButton busy={busy}>Send the answer</SubmitButton>
      </FormActions>
    </Form>
  );
}

function Change({ text, done, send }: { text: string; done: string; send: () => Promise<unknown> }) {
  const { revalidate } = useRevalidator();
  return (
    <ActionButton
      variant="line"
      onFailure={async (failure) => {
        notice(failure.message);
        // What the refusal is about, such as a message that has come since, stands on the page then.
        await revalidate();
      }}
      onPress={async () => {
        await send();
        notice(done);
        await revalidate();
      }}
    >
      {text}
    </ActionButton>
  );
}
