import type { AnswerItem } from '@desk/schema/assistant/answer'
import { AskedInstant } from '@desk/schema/ids/ids'
import { Effect } from 'effect'
import { FIGURE_KINDS, figureToken } from './figure.ts'
import { placeFields, placeOf, reportFilters, reportPath } from './places.ts'
import { deskTool, ToolRefusal } from './tool.ts'

const COMPARED = ['entrants', 'completes'] as const
const CHANGE = 'The later time − the earlier one'

/** Compares entrants and completes of two times. */
export const compareRanges = deskTool('compare_ranges', {
  description:
    'Compares entrants and completes of the account, a project, survey or source in two times: what changed between an earlier range and a later one.',
  fields: {
    ...placeFields,
    from: AskedInstant,
    to: AskedInstant,
    earlier_from: AskedInstant,
    earlier_to: AskedInstant,
  },
  run: Effect.fn('Assistant.compareRanges')(function* ({ from, to, earlier_from, earlier_to, ...asked }, desk) {
    if (asked.scope === 'supplier')
      return yield* new ToolRefusal({ message: 'The desk counts hours by source, not by supplier.' })
    const { place } = yield* placeOf(asked, desk)
    const filters = reportFilters(place)
    const link = reportPath('hours', filters)
    const read = (range: { readonly from: string; readonly to: string }) =>
      desk.calls.reports.read({ params: { type: 'hours' }, query: { ...filters, ...range, limit: 1 } })
    const earlier = { from: earlier_from, to: earlier_to }
    const [{ total: before }, { total: now }] = yield* Effect.all([read(earlier), read({ from, to })])
    const items = COMPARED.flatMap((id): AnswerItem[] => {
      const kind = FIGURE_KINDS.get(id)
      const [was, is]: unknown[] = [Reflect.get(before, id), Reflect.get(now, id)]
      if (kind === undefined || typeof was !== 'number' || typeof is !== 'number') return []
      const context = { place, link, at: desk.at }
      return [
        {
          title: kind.label,
          detail: null,
          at: null,
          link,
          figures: [
            figureToken(kind, was, { ...context, range: earlier }),
            figureToken(kind, is, { ...context, range: { from, to } }),
            figureToken({ ...kind, label: 'Change', formula: CHANGE }, is - was, { ...context, range: { from, to } }),
          ],
        },
      ]
    })
    return { summary: 'Two times', link, parts: [{ kind: 'list' as const, items, has_more: false }], hasFreeText: true }
  }),
})
