import type { AnswerItem, AnswerPart } from '@desk/schema/assistant/answer'
import type { FigureToken, FigureUnit } from '@desk/schema/assistant/figure-token'
import { SCORECARD_WEEKS_DEFAULT, SCORECARD_WEEKS_MAX, UNSCORED, type Scorecard } from '@desk/schema/defender/scorecard'
import { ruleOrReason } from '@desk/schema/reports/report-columns'
import { Effect, Schema } from 'effect'
import { figureToken, type FigureContext } from './figure.ts'
import { placeOf } from './places.ts'
import { deskTool } from './tool.ts'

const LINES_MAX = 20

const kind = (id: string, label: string, unit: FigureUnit, formula: string) => ({ id, label, unit, formula })
const FLAGGED = kind('flagged', 'Flagged', 'integer', 'Entrants that the rule spoke against')
const REFUSED = kind('refused', 'Refused', 'integer', 'Flagged entrants whom Defender refused')
const RECONCILED = kind(
  'reconciled',
  'Reconciled',
  'integer',
  'Flagged completes of projects that were reconciled since',
)
const REJECTED = kind('rejected', 'Rejected', 'integer', 'Flagged completes that were rejected')
const PRECISION = kind('precision', 'Precision', 'percent', 'Rejected ÷ flagged and reconciled completes')
const LEAST = kind('precision_low', 'Precision, at least', 'percent', 'Lower bound of its Wilson 95 % interval')
const MOST = kind('precision_high', 'Precision, at most', 'percent', 'Upper bound of its Wilson 95 % interval')

const figuresOfCard = (
  { flagged, refused, reconciled, rejected, precision }: Scorecard,
  context: FigureContext,
): readonly FigureToken[] => [
  figureToken(FLAGGED, flagged, context),
  figureToken(REFUSED, refused, context),
  figureToken(RECONCILED, reconciled, context),
  figureToken(REJECTED, rejected, context),
  ...(precision === null
    ? []
    : [
        figureToken(PRECISION, precision.share, context),
        figureToken(LEAST, precision.low, context),
        figureToken(MOST, precision.high, context),
      ]),
]

/** How right each Defender rule was, measured by reconciliations. */
export const ruleScorecards = deskTool('rule_scorecards', {
  description:
    'How right each rule of Defender was, measured by reconciliations: how many entrants it flagged and refused, and how many of the flagged completes were rejected since (precision), over so many weeks.',
  fields: {
    weeks: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: SCORECARD_WEEKS_MAX }))),
  },
  run: Effect.fn('Assistant.ruleScorecards')(function* ({ weeks = SCORECARD_WEEKS_DEFAULT }, desk) {
    const { place } = yield* placeOf({ scope: 'account' }, desk)
    const cards = yield* desk.calls.scorecards.read({ query: { weeks, by: 'rule', limit: LINES_MAX + 1 } })
    const link = `/defender/suppliers?by=rule&weeks=${weeks}`
    const [first = null] = cards.weeks
    const context = { place, link, at: desk.at, range: { from: first, to: null } }
    const items = cards.rows.slice(0, LINES_MAX).map((card): AnswerItem => ({
      title: ruleOrReason(card.name),
      detail: null,
      at: null,
      link,
      figures: figuresOfCard(card, context),
    }))
    const parts: readonly AnswerPart[] = [
      ...(cards.unscored === null ? [] : [{ kind: 'text' as const, text: UNSCORED[cards.unscored] }]),
      ...(items.length === 0 ? [] : [{ kind: 'list' as const, items, has_more: cards.rows.length > LINES_MAX }]),
    ]
    // each figure bears the name of the account
    return { summary: `${items.length} rules`, link, parts, hasFreeText: true }
  }),
})
