import { Pause, Play } from 'lucide-react'
import { Button } from './button.tsx'

export interface FreezeButtonProps {
  isFrozen: boolean
  onChange: (isFrozen: boolean) => void
}

/** Holds back every update of the page, and lets them go on (WCAG 2.2.2). How many wait stands in the freshness label. */
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
