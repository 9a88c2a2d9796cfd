'use no memo'

import { Pause, Play } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './freeze-button.module.css'

export interface FreezeButtonProps {
  isFrozen: boolean
  onChange: (isFrozen: boolean) => void
}

/** Freezes and unfreezes all updates of the page (WCAG 2.2.2). The freshness label shows how many wait. */
export function FreezeButton({ isFrozen, onChange }: FreezeButtonProps) {
  return (
    <Button
      size="small"
      icon={isFrozen ? <Play aria-hidden /> : <Pause aria-hidden />}
      onPress={() => onChange(!isFrozen)}
    >
      <span className={styles['words']}>{isFrozen ? 'Resume' : 'Freeze updates'}</span>
    </Button>
  )
}
