import { ListSkeleton, SkeletonBar } from "../../ui/skeletons.tsx";
import classes from "./conversation-list.module.css";
import paneClasses from "./messages.module.css";

/** Both panes while loading. */
export function MessagesSkeleton() {
  return (
    <div className={paneClasses.screen} data-fills-window>
      <div className={paneClasses.list}>
        <div className={classes.listHead}>
          <SkeletonBar width={160} height={34} />
        </div>
        <div className={paneClasses.pad}>
          <ListSkeleton rows={5} portrait />
        </div>
      </div>
      <div className={paneClasses.chat} />
    </div>
  );
}
