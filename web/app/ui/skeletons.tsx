import look from "./skeletons.module.css";

/** One grey bar, as wide and high as the text it stands for. */
export function Bone({ width = "100%", height = 16 }: { width?: string | number; height?: number }) {
  return <span className={look.bone} style={{ width, height, maxWidth: "100%" }} />;
}

/** A list that is on its way: `rows` entries in the geometry of portrait, title and line. */
export function ListSkeleton({ rows = 4, portrait = false }: { rows?: number; portrait?: boolean }) {
  return (
    <div className={look.rows} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div className={look.row} key={row}>
          {portrait && <Bone width={56} height={56} />}
          <div className={look.words}>
            <Bone width="38%" height={20} />
            <Bone width="72%" />
          </div>
          <Bone width={96} height={22} />
        </div>
      ))}
    </div>
  );
}

/** A form that is on its way: label and field, as often as there are fields. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <div className={look.fields} role="status" aria-label="Loading">
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and never move
        <div className={look.words} key={field}>
          <Bone width={130} height={14} />
          <Bone height={46} />
        </div>
      ))}
      <Bone width={150} height={46} />
    </div>
  );
}

/** A whole page that is on its way: title, sentence and a list. What a guarded route shows before it comes alive. */
export function PageSkeleton() {
  return (
    <div className={`wrap ${look.page}`}>
      <div className={look.words} style={{ marginBottom: 36 }}>
        <Bone width={300} height={38} />
        <Bone width={420} />
      </div>
      <ListSkeleton />
    </div>
  );
}
