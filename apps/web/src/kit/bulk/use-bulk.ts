import { useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { announce } from '#ui/live-region.tsx'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { commission, perform, readAll, type BulkReads, type BulkResult, type Commission } from './bulk-calls.ts'
import type { PlannedChange, Staying } from './bulk-plan.ts'
import { retryOf } from './bulk-retry.ts'
import type { BulkKind, BulkNoun, ChosenRow } from './bulk-rows.ts'
import { inParallel } from './in-parallel.ts'

/** How many rows are read, or changed, at once. */
const AT_ONCE = 4

export type BulkPhase =
  | { readonly name: 'reading'; readonly done: number; readonly count: number }
  | { readonly name: 'asking'; readonly read: BulkReads }
  | { readonly name: 'running'; readonly done: number; readonly count: number; readonly isUndo: boolean }
  | {
      readonly name: 'finished'
      readonly results: readonly BulkResult[]
      readonly stays: readonly Staying[]
      readonly isUndo: boolean
    }

const count = (results: readonly BulkResult[], outcome: BulkResult['outcome']): number =>
  results.filter(result => result.outcome === outcome).length

export interface BulkRequest {
  readonly noun: BulkNoun
  readonly kind: BulkKind
  /** The rows that were chosen when it was opened. */
  readonly chosen: readonly ChosenRow[]
  /** Reads the rest of the screen again, outside its tables. */
  readonly onChanged: () => void
}

export interface Bulk {
  readonly phase: BulkPhase
  /** The number of shown rows: the retried ones alone, else all chosen ones. */
  readonly about: number
  readonly run: (changes: readonly PlannedChange[], stays: readonly Staying[]) => void
  /** Undoes the changes. */
  readonly undo: () => void
  /** Tries the failed ones again; null: it would be in vain. */
  readonly tryAgain: (() => void) | null
}

/** One change of several rows: their present state is read, it is asked, then they are changed one by one. */
export function useBulk({ noun, kind, chosen, onChanged }: BulkRequest): Bulk {
  const desk = useDesk()
  const [asked, setAsked] = useState(chosen)
  // the results before the failed ones are tried again
  const [kept, setKept] = useState<{ readonly results: readonly BulkResult[]; readonly stays: readonly Staying[] }>({
    results: [],
    stays: [],
  })
  const [phase, setPhase] = useState<BulkPhase>({ name: 'reading', done: 0, count: chosen.length })

  useEffect(() => {
    const reading = new AbortController()
    const { signal } = reading
    const onSettled = (done: number) => {
      if (!signal.aborted) setPhase({ name: 'reading', done, count: asked.length })
    }
    readAll(desk.api, { noun, kind }, signal, act => inParallel(asked, { atOnce: AT_ONCE, act, onSettled })).then(
      read => setPhase({ name: 'asking', read }),
      () => undefined, // it was closed
    )
    return () => reading.abort()
  }, [desk, noun, kind, asked])

  const send = async (
    commissions: readonly Commission[],
    stays: readonly Staying[],
    isUndo: boolean,
    before: readonly BulkResult[],
  ) => {
    setPhase({ name: 'running', done: 0, count: commissions.length, isUndo })
    const results = await inParallel(commissions, {
      atOnce: AT_ONCE,
      act: asking => perform(desk, asking),
      onSettled: done => setPhase({ name: 'running', done, count: commissions.length, isUndo }),
    })
    const failed = count(results, 'failed')
    announce(
      `${count(results, 'done')} ${isUndo ? 'undone' : 'changed'}${failed === 0 ? '' : `, ${failed} failed`}`,
      'status',
    )
    setPhase({ name: 'finished', results: [...before, ...results], stays, isUndo })
    // Without a push connection nothing else would tell the page.
    void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
    onChanged()
  }

  const retry = phase.name === 'finished' ? retryOf(phase.results, phase.isUndo) : null
  const isOfAll = phase.name === 'finished' || (phase.name === 'running' && phase.isUndo)
  return {
    phase,
    about: isOfAll ? chosen.length : asked.length,
    run: (changes, stays) => void send(changes.map(commission), [...kept.stays, ...stays], false, kept.results),
    undo() {
      if (phase.name !== 'finished') return
      const back = phase.results.flatMap(result =>
        result.outcome === 'done' && result.undo !== null ? [commission(result.undo)] : [],
      )
      void send(back, [], true, [])
    },
    tryAgain:
      retry === null || phase.name !== 'finished'
        ? null
        : () => {
            if (retry.how === 'send') {
              void send(retry.again, phase.stays, phase.isUndo, retry.kept)
              return
            }
            setKept({ results: retry.kept, stays: phase.stays })
            setPhase({ name: 'reading', done: 0, count: retry.rows.length })
            setAsked(retry.rows)
          },
  }
}
