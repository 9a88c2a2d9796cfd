import { reconciliationMachine } from '@desk/machines/reconciliation/reconciliation.machine'
import { asksBeforeLeaving } from '@desk/machines/reconciliation/reconciliation.selectors'
import { reconciliationUndoMachine } from '@desk/machines/reconciliation-undo/reconciliation-undo.machine'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useRunner } from '#runtime/hooks/use-runner.ts'
import type { Runner } from '#runtime/runner.ts'
import { reconciliationHandlers } from './reconciliation-calls.ts'
import type { SubmittedContent } from './reconciliation-content.ts'
import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import { retrievedPage, type RetrieveFilters } from './retrieved-page.ts'
import { undoHandlers } from './undo-calls.ts'

export interface ReconciliationDesk {
  readonly projectId: number
  readonly reconciliation: Runner<typeof reconciliationMachine>
  readonly undo: Runner<typeof reconciliationUndoMachine>
  readonly submit: (content: SubmittedContent, name: string) => void
  readonly retrieve: (filters: RetrieveFilters) => void
  /** Gives the preview up, and submits its file or text to be read in another way; does nothing when neither is at hand. */
  readonly readAgain: (readAs: ReadAs) => void
}

/** The reconciliation of a project and the undo of earlier ones, as long as the screen is open. */
export function useReconciliation(projectId: number): ReconciliationDesk {
  const desk = useDesk()
  const [held] = useState(() => ({
    contents: new Map<string, SubmittedContent>(),
    wanted: { filters: {} as RetrieveFilters },
    submitted: { last: null as { readonly content: SubmittedContent; readonly name: string } | null },
  }))
  const reconciliation = useRunner(
    'reconciliation',
    reconciliationMachine,
    reconciliationHandlers(desk, held.contents, async signal => {
      const { queryKey, queryFn } = retrievedPage(desk, projectId, held.wanted.filters, 0)
      const page = await queryFn({ signal })
      desk.queryClient.setQueryData(queryKey, page)
      return page.total
    }),
  )
  const undo = useRunner('reconciliation-undo', reconciliationUndoMachine, undoHandlers(desk))
  useEffect(() => reconciliation.send({ type: 'reconciliation.opened', projectId }), [reconciliation, projectId])
  useLeaveGuard(reconciliation)
  const [acts] = useState(() => {
    const submit = (content: SubmittedContent, name: string) => {
      held.submitted.last = { content, name }
      const contentRef = crypto.randomUUID()
      held.contents.clear()
      held.contents.set(contentRef, content)
      reconciliation.send({ type: 'reconciliation.submitted', way: content.way, contentRef, name })
    }
    return {
      submit,
      retrieve: (filters: RetrieveFilters) => {
        held.wanted.filters = filters
        reconciliation.send({ type: 'reconciliation.retrieveRequested' })
      },
      readAgain: (readAs: ReadAs) => {
        const { last } = held.submitted
        if (last === null || last.content.way === 'choice') return
        reconciliation.send({ type: 'reconciliation.restartRequested' })
        submit({ ...last.content, readAs }, last.name)
      },
    }
  })
  return { projectId, reconciliation, undo, ...acts }
}

/** Another page, also by a new address, asks first while something is not stored; another query of this page does not. */
function useLeaveGuard(reconciliation: Runner<typeof reconciliationMachine>): void {
  const desk = useDesk()
  const { options } = useRouter()
  const asks = useCallback(
    (to: string) => {
      if (!asksBeforeLeaving(reconciliation.getSnapshot())) return false
      reconciliation.send({ type: 'reconciliation.leaveRequested', to })
      return true
    },
    [reconciliation],
  )
  useEffect(
    () => desk.newAddresses.guard(path => path.split('?')[0] === desk.history.location.pathname || !asks(path)),
    [desk, asks],
  )
  useBlocker({
    enableBeforeUnload: () => asksBeforeLeaving(reconciliation.getSnapshot()),
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && asks(next.pathname + options.stringifySearch(next.search)),
  })
}
