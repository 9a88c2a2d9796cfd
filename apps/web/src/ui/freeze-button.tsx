import { Pause, Play } from 'lucide-react'
import { Button } from './button.tsx'

export interface FreezeButtonProps {
  isFrozen: boolean
  /** How many changes wait while frozen. */
  waitingCount: number
  onChange: (isFrozen: boolean) => void
}

/** Holds back every update of the page, and says how many wait (WCAG 2.2.2). */
export function FreezeButton({ isFrozen, waitingCount, onChange }: FreezeButtonProps) {
  const waiting = waitingCount === 1 ? '1 change waits' : `${waitingCount.toLocaleString('en-US')} changes wait`
  return (
    <Button
      size="small"
      aria-pressed={isFrozen}
      icon={isFrozen ? <Play aria-hidden /> : <Pause aria-hidden />}
      onPress={() => onChange(!isFrozen)}
    >
      Freeze updates{isFrozen ? ` · ${waiting}` : ''}
    </Button>
  )
}
