import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { MarkLists } from './mark-lists.tsx'

const TITLE = 'Block and watch lists'

/** The lists of a DESK account, for its admins; a DEFENDER account has them with its activity. */
export function BlockListScreen() {
  useAppTitle(TITLE)
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title={TITLE} />
      <MarkLists />
    </div>
  )
}
