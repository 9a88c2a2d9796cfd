import type { AnswerItem } from '@desk/schema/assistant/answer'
import { Id } from '@desk/schema/ids/ids'
import { Effect } from 'effect'
import { figureToken } from './figure.ts'
import { placeOf } from './places.ts'
import { deskTool } from './tool.ts'

const kind = (id: string, label: string, formula: string) => ({ id, label, unit: 'integer' as const, formula })
const OPEN = kind('open_completes', 'Open completes', 'Completes that can still be adjusted')
const COMPLETES = kind('completes', 'Completes', 'Completes of that month')
const REJECTED = kind('rejected', 'Rejected', 'Completes of that month that were rejected')

/** Until when the completes of a project can be reconciled, month by month. */
export const reconciliationWindows = deskTool('reconciliation_windows', {
  description: 'Until when the completes of a project can be reconciled, month by month, and how many are still open.',
  fields: { project_id: Id },
  run: Effect.fn('Assistant.reconciliationWindows')(function* ({ project_id: id }, desk) {
    const { place } = yield* placeOf({ scope: 'project', id }, desk)
    const summary = yield* desk.calls.reconciliation.summary({ params: { project: id } })
    const link = `/projects/${id}/reconciliation`
    const context = { place, link, at: desk.at }
    const items = summary.months.map(({ month, deadline_at, is_open, completes, rejected }): AnswerItem => ({
      title: month,
      detail: is_open ? 'open until' : 'closed since',
      at: deadline_at,
      link,
      figures: [figureToken(COMPLETES, completes, context), figureToken(REJECTED, rejected, context)],
    }))
    return {
      summary: `${items.length} months`,
      link,
      parts: [
        { kind: 'figure' as const, figure: figureToken(OPEN, summary.open_completes, context) },
        { kind: 'list' as const, items, has_more: false },
      ],
      hasFreeText: true,
    }
  }),
})
