import { useSyncExternalStore } from 'react'
import { Banner } from './banner.tsx'
import { notices } from './notice.ts'
import styles from './notice-line.module.css'

/** The line of notices, once per page, above all overlays: a dialog hides only elements without this mark. */
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
