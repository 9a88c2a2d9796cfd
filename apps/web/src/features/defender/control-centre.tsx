'use no memo'

import { Suspense, useEffect, useState } from 'react'
import { onControlCentreAsked, type ControlCentreOf } from '#kit/defender/control-centre-request.ts'
import { useHistoryStep } from '#runtime/hooks/use-history-step.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import type { ControlCentreDialogProps } from './control-centre-dialog.tsx'

const ControlCentreDialog = lazyOverlay<ControlCentreDialogProps>(
  async () => ({ default: (await import('./control-centre-dialog.tsx')).ControlCentreDialog }),
  'The Defender control centre',
  ({ onClose }) => onClose(),
)

/** The Defender control centre of a project or a survey (§2.44), loaded on first use; once per page. */
export function ControlCentre() {
  const [asked, setAsked] = useState<ControlCentreOf | null>(null)
  useEffect(() => onControlCentreAsked(setAsked), [])
  useHistoryStep(() => setAsked(null))
  return asked === null ? null : (
    <Suspense fallback={null}>
      <ControlCentreDialog key={`${asked.scope} ${asked.id}`} of={asked} onClose={() => setAsked(null)} />
    </Suspense>
  )
}
