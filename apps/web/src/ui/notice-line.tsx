import { useSyncExternalStore } from 'react'
import { Banner } from './banner.tsx'
import { notices } from './notice.ts'
import styles from './notice-line.module.css'

/** Where notices stand, once for the whole page, over whatever is open: a dialog hides only what is not marked so. */
export function NoticeLine() {
  const notice = useSyncExternalStore(notices.subscribe, notices.current)
  if (notice === null) return null
  return (
    <div className={styles['place']} data-react-aria-top-layer="true">
      <Banner tone="error" {...(notice.action ? { action: notice.action } : {})} onDismiss={notices.dismiss}>
        {notice.text}
      </Banner>
    </div>
  )
}
