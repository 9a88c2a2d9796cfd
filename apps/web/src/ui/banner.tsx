'use no memo'

import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './banner.module.css'

export type BannerTone = 'info' | 'warning' | 'error'

const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert } as const

export interface BannerProps {
  children: React.ReactNode
  tone?: BannerTone
  action?: { label: string; onPress: () => void }
  onDismiss?: () => void
}

/** A message across the page with an action (§2.46). Errors interrupt a screen reader, the rest wait. */
export function Banner({ children, tone = 'info', action, onDismiss }: BannerProps) {
  const Icon = ICONS[tone]
  return (
    <div className={styles['banner']} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon size={16} aria-hidden className={styles['icon']} />
      <div className={styles['text']}>{children}</div>
      {action ? (
        <Button size="small" onPress={action.onPress}>
          {action.label}
        </Button>
      ) : null}
      {onDismiss ? (
        <Button size="small" variant="ghost" onPress={onDismiss}>
          Dismiss
        </Button>
      ) : null}
    </div>
  )
}
