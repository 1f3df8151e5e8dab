import { Bone, ListSkeleton } from "../../ui/skeletons.tsx";
import look from "./conversation-list.module.css";
import panes from "./messages.module.css";

/** Both panes on their way, in their geometry. */
export function MessagesSkeleton() {
  return (
    <div className={panes.screen}>
      <div className={panes.list}>
        <div className={look.listHead}>
          <Bone width={160} height={34} />
        </div>
        <div className={panes.pad}>
          <ListSkeleton rows={5} portrait />
        </div>
      </div>
      <div className={panes.chat} />
    </div>
  );
}
