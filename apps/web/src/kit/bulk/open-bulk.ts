import { actMachine } from '@desk/machines/act/act.machine'
import { hash64 } from '@desk/machines/journal/fingerprint'
import type { Desk } from '#runtime/desk.ts'
import { run, type Runner } from '#runtime/runner.ts'
import { announce } from '#ui/live-region.tsx'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { perform, readAll, type BulkReads, type BulkResult, type Commission } from './bulk-calls.ts'
import type { BulkPlan, PlannedChange, Staying } from './bulk-plan.ts'
import { retryOf } from './bulk-retry.ts'
import { counted, type BulkKind, type BulkNoun, type ChosenRow } from './bulk-rows.ts'
import { BULK_KINDS, planQuestion, resultQuestion } from './bulk-words.ts'
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

export interface BulkRequest {
  readonly noun: BulkNoun
  readonly kind: BulkKind
  /** The rows that were chosen when it was opened. */
  readonly chosen: readonly ChosenRow[]
  /** The value that its field begins with: a status code, a price, or a time of day by the user's clock. */
  readonly initial?: string
  /** Reads the rest of the screen again, outside its tables. */
  readonly onChanged: () => void
}

/** One change of several rows, as an act: read, previewed, confirmed, and sent row by row. */
export interface OpenBulk {
  readonly runner: Runner<typeof actMachine>
  readonly phase: () => BulkPhase
  /** With the number of shown rows: the retried ones alone, else all chosen ones. */
  readonly title: () => string
  /** Shows what the fields would change. @param plan null: they are incomplete */
  readonly preview: (plan: BulkPlan | null) => void
  /** Makes the previewed changes. */
  readonly confirm: (plan: BulkPlan) => void
  readonly undo: () => void
  /** Tries the failed ones again; null: it would be in vain. */
  readonly retry: () => (() => void) | null
  readonly close: () => void
}

const count = (results: readonly BulkResult[], outcome: BulkResult['outcome']): number =>
  results.filter(result => result.outcome === outcome).length
const digestOf = (question: ReturnType<typeof planQuestion>): string => hash64(JSON.stringify(question))

/** Opens a change of several rows and reads them; the machine has its words, and the rows stay here. */
export function openBulk(desk: Desk, { noun, kind, chosen, onChanged }: BulkRequest): OpenBulk {
  const { call, title: words } = BULK_KINDS[kind]
  let asked = chosen
  let read: BulkReads | null = null
  let reading = new AbortController()
  // of the rows that the next call changes; a row's key follows from the act's, so that a repeat of the act makes each once
  let due: (key: string) => readonly Commission[] = () => []
  let dueCount = 0
  // before the failed ones are tried again
  let before: readonly BulkResult[] = []
  let stays: readonly Staying[] = []
  let results: readonly BulkResult[] = []
  let isClosed = false

  const title = () => {
    const { context, value } = runner.getSnapshot()
    const isOfAll = value === 'done' || (value === 'sending' && context.isUndo)
    return `${words} of ${counted(noun, isOfAll ? chosen.length : asked.length)}`
  }

  const runner: Runner<typeof actMachine> = run(desk.recorder.instanceOf('act'), actMachine, {
    recorder: desk.recorder,
    handlers: {
      preview: ({ attemptNo }, send) => {
        reading = new AbortController()
        const { signal } = reading
        const onSettled = (done: number) => {
          if (!signal.aborted) send({ type: 'act.progressed', attemptNo, done, failed: 0 })
        }
        readAll(desk.api, { noun, kind }, signal, act => inParallel(asked, { atOnce: AT_ONCE, act, onSettled })).then(
          found => {
            read = found
            const question = planQuestion(title(), noun, null)
            send({ type: 'act.previewed', attemptNo, digest: digestOf(question), rows: 0, question })
          },
          () => undefined, // it was closed
        )
      },
      send: ({ attemptNo, key, isUndo }, send) => {
        let done = 0
        let failed = 0
        const commissions = due(key)
        void inParallel(commissions, {
          atOnce: AT_ONCE,
          act: async commission => {
            const result = await perform(desk, commission)
            if (result.outcome === 'done') done += 1
            else failed += 1
            return result
          },
          onSettled: () => send({ type: 'act.progressed', attemptNo, done, failed }),
        }).then(given => {
          results = [...before, ...given]
          if (!given.some(result => result.outcome === 'failed' && result.why === 'unanswered'))
            desk.actKeys.forget(key)
          announce(`${done} ${isUndo ? 'undone' : 'changed'}${failed === 0 ? '' : `, ${failed} failed`}`, 'status')
          send({
            type: 'act.answered',
            attemptNo,
            done: count(results, 'done'),
            failed: count(results, 'failed'),
            canUndo: results.some(result => result.outcome === 'done' && result.undo !== null),
            question: resultQuestion(`${words} of ${counted(noun, chosen.length)}`, results, stays, isUndo),
          })
          if (isClosed) send({ type: 'act.dismissed' })
          // Without a push connection nothing else would tell the page.
          void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE] })
          onChanged()
        })
      },
    },
  })

  const request = () => {
    const question = { ...planQuestion('', noun, null), title: `${words} of ${counted(noun, asked.length)}`, lines: [] }
    runner.send({ type: 'act.requested', call, rows: asked.length, needsPreview: true, question })
  }
  /** @returns the key of the intention to make these changes */
  const makeDue = (changes: readonly PlannedChange[], aim: string): string => {
    due = key => changes.map(change => ({ change, key: `${key}.${change.id}` }))
    dueCount = changes.length
    return desk.actKeys.keyFor(
      `${call} ${aim}`,
      changes.map(({ id, order }) => ({ id, order })),
    )
  }
  const retry = () => {
    const { context, value } = runner.getSnapshot()
    const found = value === 'done' ? retryOf(results, context.isUndo) : null
    if (found === null) return null
    return () => {
      before = found.kept
      if (found.how === 'ask') {
        asked = found.rows
        request()
        return
      }
      due = () => found.again
      dueCount = found.again.length
      runner.send({ type: 'act.retryRequested', key: context.key ?? '' })
    }
  }

  request()
  return {
    runner,
    phase: () => {
      const { context, value } = runner.getSnapshot()
      const { isUndo, done, failed } = context
      if (value === 'sending') return { name: 'running', done: done + failed, count: dueCount, isUndo }
      if (value === 'done') return { name: 'finished', results, stays, isUndo }
      return value === 'confirming' && read !== null
        ? { name: 'asking', read }
        : { name: 'reading', done, count: asked.length }
    },
    title,
    preview: plan => {
      const { context, value } = runner.getSnapshot()
      const question = planQuestion(title(), noun, plan)
      const digest = digestOf(question)
      if (value !== 'confirming' || context.preview?.digest === digest) return
      const rows = plan?.changes.length ?? 0
      runner.send({ type: 'act.previewed', attemptNo: context.attemptNo, digest, rows, question })
    },
    confirm: plan => {
      if (!runner.getSnapshot().matches('confirming')) return
      const key = makeDue(plan.changes, 'many')
      stays = [...stays, ...plan.stays]
      runner.send({ type: 'act.confirmed', key, digest: digestOf(planQuestion(title(), noun, plan)) })
    },
    undo: () => {
      const back = results.flatMap(result => (result.outcome === 'done' && result.undo !== null ? [result.undo] : []))
      before = []
      stays = []
      runner.send({ type: 'act.undoRequested', key: makeDue(back, 'undo') })
    },
    retry,
    close: () => {
      isClosed = true
      reading.abort()
      runner.send({ type: 'act.dismissed' })
    },
  }
}
