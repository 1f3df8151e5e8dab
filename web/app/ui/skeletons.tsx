import classes from "./skeletons.module.css";

/** A grey bar with the size of the text that it replaces while loading. */
export function SkeletonBar({ width = "100%", height = 16 }: { width?: string | number; height?: number }) {
  return <span className={classes.bone} style={{ width, height, maxWidth: "100%" }} />;
}

/** A loading list: `rows` entries with the layout of portrait, title and line. */
export function ListSkeleton({ rows = 4, portrait = false }: { rows?: number; portrait?: boolean }) {
  return (
    <div className={classes.rows} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div className={classes.row} key={row}>
          {portrait && <SkeletonBar width={56} height={56} />}
          <div className={classes.words}>
            <SkeletonBar width="38%" height={20} />
            <SkeletonBar width="72%" />
          </div>
          <SkeletonBar width={96} height={22} />
        </div>
      ))}
    </div>
  );
}

/**
 * A loading page: title, sentence and a list. Shown by a guarded route before it is hydrated; without scripts it says
 * that nothing will follow (row H-32).
 */
export function PageSkeleton() {
  return (
    <div className={`wrap ${classes.page}`}>
      <noscript>
        <h1>This page needs JavaScript</h1>
        <p>
          Members' pages are put together in your browser. Allow scripts for this site and reload the page. The{" "}
          <a href="/">public pages</a> work without them.
        </p>
      </noscript>
      <div className={`${classes.words} ${classes.loading}`}>
        <SkeletonBar width={300} height={38} />
        <SkeletonBar width={420} />
      </div>
      <div className={classes.loading}>
        <ListSkeleton />
      </div>
    </div>
  );
}
