import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { openBulk, type BulkPhase, type BulkRequest, type OpenBulk } from './open-bulk.ts'

export interface Bulk extends Pick<OpenBulk, 'preview' | 'confirm' | 'undo'> {
  readonly phase: BulkPhase
  readonly title: string
  readonly retry: (() => void) | null
}

/** A change of several rows as long as its dialog is mounted. */
export function useBulk(request: BulkRequest): Bulk {
  const desk = useDesk()
  const [bulk] = useState(() => openBulk(desk, request))
  // selected, since the compiler would remember what a call gives
  const phase = useSelector(bulk.runner, bulk.phase)
  const title = useSelector(bulk.runner, bulk.title)
  const retry = useSelector(bulk.runner, bulk.retry)
  useEffect(() => bulk.close, [bulk])
  const { preview, confirm, undo } = bulk
  return { phase, title, retry, preview, confirm, undo }
}
