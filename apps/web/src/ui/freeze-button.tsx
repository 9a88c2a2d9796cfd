import { Pause, Play } from 'lucide-react'
import { Button } from './button.tsx'

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
      {isFrozen ? 'Resume' : 'Freeze updates'}
    </Button>
  )
}
