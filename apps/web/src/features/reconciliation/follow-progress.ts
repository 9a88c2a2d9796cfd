import {
  PROGRESS_WAIT_SECONDS_MAX,
  type ReconciliationProgress,
} from '@desk/schema/reconciliation/reconciliation-progress'
import type { Desk } from '#runtime/desk.ts'

export type Work = NonNullable<ReconciliationProgress['work']>

/** The screen changes no more often than this. */
const REST_MS = 250

/** The parts of the whole: sending the file, keeping its rows, working them out; then they are summed. */
const SENT = 0.3
const KEPT = 0.5
const JUDGED = 0.9

export const shareOfSent = (share: number): number => share * SENT

/** How much of the whole is done, of 1. */
export function shareOf({ step, done, of }: Work): number {
  const part = of === 0 ? 0 : done / of
  return step === 'keeping' ? SENT + part * (KEPT - SENT) : step === 'judging' ? KEPT + part * (JUDGED - KEPT) : part
}

/** Tells of the progress of the user's own work in a project until the signal aborts. Without it the work goes on all the same: a fault ends the telling alone. */
export async function followProgress(
  desk: Desk,
  projectId: number,
  signal: AbortSignal,
  tell: (work: Work) => void,
): Promise<void> {
  let after: number | undefined
  while (!signal.aborted) {
    const answer: ReconciliationProgress | null = await desk.api
      .call('reconciliation.progress', {
        params: { project: projectId },
        query: { ...(after === undefined ? {} : { after }), wait: PROGRESS_WAIT_SECONDS_MAX },
        signal,
      })
      .catch(() => null)
    if (answer === null || signal.aborted) return
    after = answer.version
    if (answer.work !== null) tell(answer.work)
    await new Promise(rested => void setTimeout(rested, REST_MS))
  }
}
