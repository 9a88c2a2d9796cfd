import type { AnswerItem, AnswerPart } from '@desk/schema/assistant/answer'
import type { FigureToken, FigureUnit } from '@desk/schema/assistant/figure-token'
import { FigureId, type ChangePart, type ChangeTerm } from '@desk/schema/figures/figure-change'
import { AskedInstant, Id } from '@desk/schema/ids/ids'
import { ruleOrReason } from '@desk/schema/reports/report-columns'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { STATUS_LABELS, StatusCode, StatusScope } from '@desk/schema/statuses/status'
import { Effect, Schema } from 'effect'
import { isHidden } from './figure-fields.ts'
import { figureToken, type FigureContext } from './figure.ts'
import { placeOf } from './places.ts'
import { NOT_SEEN } from './read-figures.ts'
import { deskTool, ToolRefusal } from './tool.ts'

const PARTS_SHOWN = 10
const EVENTS_SHOWN = 10

const CAUSES: Readonly<Record<ChangePart['cause'], string>> = {
  entered: 'Entered',
  returned: 'Returned',
  late_return: 'Returned late',
  abandoned: 'Did not return in time',
  place_freed: 'Gave the place in the quota back',
  corrected: 'A later return corrected it',
  reconciliation: 'Reconciliation',
  undo: 'A reconciliation was undone',
}

const stateWords = (code: ChangePart['to_code']): string =>
  code === null ? 'another state' : RESPONDENT_STATE_LABELS[code]

/** The detail that tells a part from others in this view. */
const partDetail = ({ cause, from_code: from, to_code: to, supplier, rule }: ChangePart): string =>
  [
    cause === 'entered' ? stateWords(to) : `${stateWords(from)} → ${stateWords(to)}`,
    supplier === undefined ? null : (supplier ?? 'Without a supplier'),
    rule === null ? null : ruleOrReason(rule),
  ]
    .filter(words => words !== null)
    .join(' · ')

const ADDS = 'Change by this part'
const unitOf = ({ unit }: ChangeTerm): FigureUnit => (unit === 'cents' ? 'money' : 'integer')
const valueOf = ({ unit }: ChangeTerm, value: number): number => (unit === 'cents' ? value / 100 : value)

const termFigures = (terms: readonly ChangeTerm[], context: FigureContext): readonly FigureToken[] =>
  terms.flatMap(term => {
    const unit = unitOf(term)
    return [
      figureToken(
        { id: 'before', label: `${term.label} before`, unit, formula: null },
        valueOf(term, term.before),
        context,
      ),
      figureToken(
        { id: 'after', label: `${term.label} after`, unit, formula: null },
        valueOf(term, term.after),
        context,
      ),
    ]
  })

const isStatusCode = Schema.is(StatusCode)
const statusWords = (code: number | null): string => (isStatusCode(code) ? STATUS_LABELS[code] : 'new')

/** Why a figure changed between two moments: who entered, returned, was corrected or reconciled, and what happened to statuses and targets. */
export const explainChange = deskTool('explain_change', {
  description:
    'Says why a figure of a project, survey or source changed between two moments: which respondents, by cause, state and supplier, and which statuses and targets changed in between.',
  fields: { scope: StatusScope, id: Id, figure: FigureId, from: AskedInstant, to: AskedInstant },
  run: Effect.fn('Assistant.explainChange')(function* ({ scope, id, figure, from, to }, desk) {
    if (isHidden(figure, desk.caller.view)) return yield* new ToolRefusal({ message: NOT_SEEN })
    const { place, link } = yield* placeOf({ scope, id }, desk)
    const { terms, parts, others, events } = yield* desk.calls.figureChanges.read({
      params: { scope, id },
      query: { figure, from, to },
    })
    const context = { place, link, at: desk.at, range: { from, to } }
    const items = parts.slice(0, PARTS_SHOWN).map((part): AnswerItem => ({
      title: CAUSES[part.cause],
      detail: partDetail(part),
      at: null,
      link: null,
      figures: terms.map((term, at) =>
        figureToken(
          { id: 'adds', label: term.label, unit: unitOf(term), formula: ADDS },
          valueOf(term, part.changes[at] ?? 0),
          context,
        ),
      ),
    }))
    const happened = events.slice(0, EVENTS_SHOWN).map((event): AnswerItem => ({
      title: event.name,
      detail: [
        event.kind === 'target'
          ? `target ${event.from ?? 'none'} → ${event.to ?? 'none'}`
          : `${statusWords(event.from)} → ${statusWords(event.to)}`,
        event.by ?? 'Sample Desk',
        event.note,
      ]
        .filter(words => words !== null)
        .join(' · '),
      at: event.at,
      link: null,
      figures: [],
    }))
    const answer: readonly AnswerPart[] = [
      ...termFigures(terms, context).map(token => ({ kind: 'figure' as const, figure: token })),
      items.length === 0
        ? { kind: 'text', text: 'Nothing of the ledger changed it in this time.' }
        : { kind: 'list', items, has_more: parts.length > PARTS_SHOWN || others !== null },
      ...(happened.length === 0
        ? []
        : [{ kind: 'list' as const, items: happened, has_more: events.length > EVENTS_SHOWN }]),
    ]
    return { summary: `${items.length} parts`, link, parts: answer, hasFreeText: true }
  }),
})
