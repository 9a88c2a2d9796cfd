import type { AnswerPart } from '@desk/schema/assistant/answer'
import { tz } from '@date-fns/tz'
import type { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { addDays, addMonths, addWeeks } from 'date-fns'
import { Effect } from 'effect'
import { isHidden, labelsOf, type FigureField, type LineDimension } from '../toolkit/figure-fields.ts'
import { listAlerts } from '../toolkit/needs-attention.ts'
import { NOT_SEEN, readFigures } from '../toolkit/read-figures.ts'
import { readForecast } from '../toolkit/read-forecast.ts'
import { listEnding, readPlan } from '../toolkit/read-plan.ts'
import { ToolRefusal } from '../toolkit/tool.ts'
import type { Intent, IntentContext } from './intent.ts'
import { meantOf } from './lookup-intents.ts'
import { placeWords } from './place-words.ts'
import type { AskedRange } from './range.ts'
import { ORDER_WORDS } from './vocabulary.ts'

const PLANNED = ['project', 'survey', 'source'] as const
const END = ['end', 'ends', 'ending', 'finish', 'finishes', 'finishing', 'deadline']

/** A whole time of which a part is over; without one, the next seven days. */
function comingRange(range: AskedRange | null, now: Date, zone: string): AskedRange {
  const inZone = { in: tz(zone) }
  const until = (label: string, from: Date, to: Date): AskedRange => ({ label, from, to: new Date(to.getTime()) })
  if (range === null) return until('in the next 7 days', now, addDays(now, 7, inZone))
  const { label, from, to } = range
  switch (label) {
    case 'today':
      return until(label, from, addDays(from, 1, inZone))
    case 'this week':
      return until(label, from, addWeeks(from, 1, inZone))
    case 'this month':
      return until(label, from, addMonths(from, 1, inZone))
    default:
      return until(label, from, to)
  }
}

const times = (range: AskedRange | null) =>
  range === null ? {} : { from: range.from.toISOString(), to: range.to.toISOString() }

const alertsOf = (kinds: readonly AlertKind[], words: string) =>
  Effect.fn('Assistant.answerAlerts')(function* ({ question, record, meant }: IntentContext) {
    const { scope, id, name } = yield* meant
    if (scope !== 'account' && scope !== 'project')
      return yield* new ToolRefusal({ message: 'Alerts are listed of the account, or of a project by its name.' })
    const { range } = question
    const asked = {
      ...(scope === 'project' && id !== undefined ? { project_id: id } : {}),
      ...(range === null ? {} : { from: range.from.toISOString(), until: range.to.toISOString() }),
    }
    const parts: AnswerPart[] = []
    for (const kind of kinds) parts.push(...(yield* record.call(listAlerts, { kind, ...asked })).parts)
    return { understood: `${words} of ${placeWords(scope, name)}${range === null ? '' : `, ${range.label}`}`, parts }
  })

/** Sources that will not be full: by their forecast, or by their pace while they have none. */
const BEHIND = ['will_not_be_full', 'behind_pace'] as const

/** Lines of a dimension by one figure, the most or the least first. */
const inOrder = (figure: FigureField, by: LineDimension, order: 'most' | 'least', below?: number) =>
  Effect.fn('Assistant.answerInOrder')(function* ({ question, record, desk, meant }: IntentContext) {
    const { range } = question
    if (isHidden(figure, desk.caller.view))
      return { understood: 'A figure that your view does not have', parts: [{ kind: 'text' as const, text: NOT_SEEN }] }
    const { scope, id, name } = yield* meant
    const { parts } = yield* record.call(readFigures, {
      scope,
      ...(id === undefined ? {} : { id }),
      figures: figure === 'entrants' ? ['entrants'] : [figure, 'entrants'],
      by,
      order,
      ...(below === undefined ? {} : { below }),
      ...times(range),
    })
    const first = below === undefined ? `, the ${order} first` : `, below ${below}`
    const when = range === null ? '' : `, ${range.label}`
    return {
      understood: `${labelsOf([figure])} of ${placeWords(scope, name)} by ${REPORT_DIMENSIONS[by].label.toLowerCase()}${first}${when}`,
      parts,
    }
  })

/** Questions about the plan: its end, the completes left, sources behind pace, the first of an order. */
export const FIELD_INTENTS: readonly Intent[] = [
  {
    intent: 'ending',
    example: 'Which surveys end this week?',
    words: [['which', 'list', 'surveys', 'projects'], END],
    takes: ({ name, isOfThis, range }) => name === '' && (!isOfThis || range !== null),
    answer: ({ question: { keywords, range }, record, now, zone }) => {
      const scope = keywords.has('projects') ? ('project' as const) : ('survey' as const)
      const coming = comingRange(range, now, zone)
      return Effect.map(
        record.call(listEnding, { scope, from: coming.from.toISOString(), to: coming.to.toISOString() }),
        ({ parts }) => ({ understood: `Live ${scope}s that are out of field ${coming.label}`, parts }),
      )
    },
  },
  {
    intent: 'plan.end',
    example: 'When does project “Streaming habits” end?',
    words: [END],
    takes: ({ name, isOfThis, keywords }) => (name !== '' || isOfThis) && !keywords.has('which'),
    answer: context =>
      Effect.gen(function* () {
        const { scope, id, name } = yield* meantOf(PLANNED, context)
        const { parts } = yield* context.record.call(readPlan, { scope, id })
        return { understood: `When ${scope} “${name}” is out of field`, parts }
      }),
  },
  {
    intent: 'plan.full',
    example: 'When will source “Main” be full?',
    words: [['full', 'filled', 'fill', 'fills', 'forecast']],
    takes: ({ name, isOfThis }) => name !== '' || isOfThis,
    answer: context =>
      Effect.gen(function* () {
        const { scope, id, name } = yield* meantOf(PLANNED, context)
        const { parts } = yield* context.record.call(readForecast, { scope, id })
        return { understood: `When ${scope} “${name}” will be full`, parts }
      }),
  },
  {
    intent: 'plan.left',
    example: 'How many completes are left on this project?',
    words: [['left', 'remaining', 'missing', 'needed', 'outstanding']],
    takes: ({ figures }) => figures.every(figure => figure === 'completes' || figure === 'target'),
    answer: context =>
      Effect.gen(function* () {
        const { scope, id, name } = yield* meantOf(PLANNED, context)
        const { parts } = yield* context.record.call(readPlan, { scope, id })
        return { understood: `Completes left on ${scope} “${name}”`, parts }
      }),
  },
  {
    intent: 'plan.track',
    example: 'Is project “Streaming habits” on track?',
    words: [['track', 'pace', 'schedule', 'ontrack']],
    takes: ({ name, isOfThis, keywords }) => (name !== '' || isOfThis) && !keywords.has('alert'),
    answer: context =>
      Effect.gen(function* () {
        const { scope, id, name } = yield* meantOf(PLANNED, context)
        const plan = yield* context.record.call(readPlan, { scope, id })
        const behind =
          scope === 'project'
            ? (yield* Effect.forEach(BEHIND, kind =>
                context.record.call(listAlerts, { kind, project_id: id }),
              )).flatMap(({ parts }) => parts)
            : []
        return {
          understood: `The plan of ${scope} “${name}”, and its sources behind pace`,
          parts: [...plan.parts, ...behind],
        }
      }),
  },
  {
    intent: 'alerts.behind',
    example: 'Which sources are behind?',
    words: [
      ['which', 'list', 'sources', 'what'],
      ['behind', 'late', 'slow', 'lagging'],
    ],
    takes: ({ figures, keywords }) => figures.length === 0 && !keywords.has('alert'),
    answer: alertsOf(BEHIND, 'Sources behind'),
  },
  {
    intent: 'alerts.hashes',
    example: 'Which sources had hash errors today?',
    words: [['hash', 'hashes', 'hashing']],
    takes: ({ keywords }) => !keywords.has('alert'),
    answer: alertsOf(['hash_errors'], 'Hash errors'),
  },
  {
    intent: 'owed',
    example: 'What do we owe “Northlight” this month?',
    words: [['owe', 'owed', 'owing', 'payable', 'due']],
    isInternal: true,
    answer: Effect.fn('Assistant.answerOwed')(function* ({ question: { range }, record, desk, meant }) {
      if (isHidden('expense', desk.caller.view))
        return { understood: 'A figure that your view does not have', parts: [{ kind: 'text', text: NOT_SEEN }] }
      const { scope, id, name } = yield* meant
      const { parts } = yield* record.call(readFigures, {
        scope,
        ...(id === undefined ? {} : { id }),
        figures: ['expense', 'completes'],
        ...times(range),
      })
      return { understood: `Expense of ${placeWords(scope, name)}${range === null ? '' : `, ${range.label}`}`, parts }
    }),
  },
  {
    intent: 'losing',
    example: 'Which projects lose money?',
    words: [['lose', 'loses', 'losing', 'loss', 'unprofitable', 'negative']],
    isInternal: true,
    answer: context => {
      const { by, scope } = context.question
      return inOrder(
        'margin',
        by ?? (scope === null || scope === 'qualification' ? 'project' : scope),
        'least',
        0,
      )(context)
    },
  },
  {
    intent: 'order',
    example: 'Top suppliers by completes last month',
    words: [[...ORDER_WORDS.most, ...ORDER_WORDS.least]],
    takes: ({ order }) => order !== null,
    answer: context => {
      const { figures, by, order } = context.question
      const [figure] = figures
      if (figure === undefined)
        return new ToolRefusal({
          message:
            'Say by which figure, such as “Which supplier has the lowest conversion?” or “Top sources by completes”.',
        })
      return inOrder(figure, by ?? 'source', order ?? 'most')(context)
    },
  },
]
