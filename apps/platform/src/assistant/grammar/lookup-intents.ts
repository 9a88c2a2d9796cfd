import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { addHours, startOfHour } from 'date-fns'
import { Effect, Schema } from 'effect'
import { compareRanges, isComparedDimension } from '../toolkit/compare-ranges.ts'
import { explainChange } from '../toolkit/explain-change.ts'
import { explainFormula, FigureName } from '../toolkit/explain-formula.ts'
import { isHidden, labelsOf, type FigureField } from '../toolkit/figure-fields.ts'
import { explainRespondent } from '../toolkit/explain-respondent.ts'
import { findAnything } from '../toolkit/find.ts'
import { listProjects, needsAttention } from '../toolkit/needs-attention.ts'
import { readAuditLog } from '../toolkit/read-audit-log.ts'
import { explainStatus, readHistory } from '../toolkit/read-changes.ts'
import { reconciliationWindows } from '../toolkit/read-reconciliation.ts'
import { countByState, FRAUD_NAMES, quotaProgress } from '../toolkit/read-reports.ts'
import { ruleScorecards } from '../toolkit/rule-scorecards.ts'
import { ToolRefusal } from '../toolkit/tool.ts'
import type { Intent, IntentContext } from './intent.ts'
import { placeWords } from './place-words.ts'
import { besideText, comparedRanges, rangeBefore, type AskedRange } from './range.ts'

const isFigureName = Schema.is(FigureName)
const asked = ({
  scope,
  id,
}: {
  readonly scope: 'account' | 'project' | 'survey' | 'source' | 'supplier'
  readonly id?: number
}) => (id === undefined ? { scope } : { scope, id })

/** The named thing of a question, which has to be one of these kinds. */
export const meantOf = <const Scope extends string>(scopes: readonly Scope[], { meant }: IntentContext) =>
  Effect.gen(function* () {
    const { scope, id, name } = yield* meant
    const wanted = scopes.find(one => one === scope)
    if (wanted === undefined || id === undefined)
      return yield* new ToolRefusal({ message: `Say which ${scopes.join(', ')} is meant, by its name or number.` })
    return { scope: wanted, id, name }
  })

const DAYS = 7

/** The time of a question that names none. */
const lastDays = (now: Date): AskedRange => ({
  label: `the last ${DAYS} days`,
  from: addHours(startOfHour(now), -DAYS * 24),
  to: now,
})

const PRECISION = ['precise', 'precision', 'accurate', 'accuracy', 'scorecard', 'scorecards', 'effective']
const WHY = ['why', 'reason', 'because']

/** Questions that look something up. */
export const LOOKUP_INTENTS: readonly Intent[] = [
  {
    intent: 'formula',
    example: 'How is IR calculated?',
    words: [['calculated', 'calculate', 'formula', 'computed', 'mean', 'means', 'definition', 'defined', 'explain']],
    takes: ({ figures }) => figures.some(isFigureName),
    answer: Effect.fn('Assistant.answerFormula')(function* ({ question, record }) {
      const figure = question.figures.find(isFigureName)
      if (figure === undefined) return yield* new ToolRefusal({ message: 'Say which figure is meant.' })
      const { parts } = yield* record.call(explainFormula, { figure })
      return { understood: 'How a figure is calculated', parts }
    }),
  },
  {
    intent: 'find',
    example: 'Find “Streaming habits”',
    words: [['find', 'search', 'locate', 'lookup', 'open', 'goto']],
    takes: ({ name }) => name !== '',
    answer: Effect.fn('Assistant.answerFind')(function* ({ question, record }) {
      const { parts } = yield* record.call(findAnything, { text: question.name.slice(0, 200) })
      return { understood: `Anything called “${question.name}”`, parts }
    }),
  },
  {
    intent: 'why.paused',
    example: 'Why was source “Main” paused?',
    words: [
      [...WHY, 'who'],
      ['paused', 'pause', 'stopped', 'autopaused', 'live', 'closed', 'cancelled', 'halted', 'launched'],
    ],
    takes: ({ name, isOfThis }) => name !== '' || isOfThis,
    answer: context =>
      Effect.gen(function* () {
        const { keywords } = context.question
        const isOfLive = keywords.has('live') || keywords.has('launched')
        // of things that share a name, the one that has such a status
        const meant = context.meantWhere(
          ({ statusid, held_by }) =>
            (statusid === STATUS_CODES.live && held_by === null) === isOfLive && statusid !== STATUS_CODES.draft,
        )
        const { scope, id, name } = yield* meantOf(['project', 'survey', 'source'], { ...context, meant })
        const { parts } = yield* context.record.call(explainStatus, { scope, id })
        return { understood: `Why ${scope} “${name}” has its status`, parts }
      }),
  },
  {
    intent: 'why.changed',
    example: 'Why did the completes of this project change this week?',
    words: [
      WHY,
      [
        'changed',
        'change',
        'changes',
        'fell',
        'fall',
        'falls',
        'falling',
        'drop',
        'dropped',
        'rise',
        'rose',
        'grew',
        'down',
        'lower',
        'higher',
      ],
    ],
    takes: ({ figures }) => figures.some(isFigureName),
    answer: context =>
      Effect.gen(function* () {
        const { question, record, now } = context
        const figure = question.figures.find(isFigureName)
        if (figure === undefined) return yield* new ToolRefusal({ message: 'Say which figure is meant.' })
        const { scope, id, name } = yield* meantOf(['project', 'survey', 'source'], context)
        const range = question.range ?? lastDays(now)
        const times = { from: range.from.toISOString(), to: range.to.toISOString() }
        const { parts } = yield* record.call(explainChange, { scope, id, figure, ...times })
        return { understood: `Why ${labelsOf([figure])} of ${placeWords(scope, name)} changed, ${range.label}`, parts }
      }),
  },
  {
    intent: 'why.terminated',
    example: 'Why was respondent r-1001 terminated?',
    words: [
      [...WHY, 'happened', 'explain'],
      ['respondent', 'terminated', 'rejected', 'refused', 'rid', 'rdud', 'screened'],
    ],
    takes: ({ name }) => name !== '',
    answer: Effect.fn('Assistant.answerTerminated')(function* ({ question, record }) {
      const { parts } = yield* record.call(explainRespondent, { find: question.name.slice(0, 200) })
      return { understood: `The steps of respondent “${question.name}”`, parts }
    }),
  },
  {
    intent: 'explain',
    example: 'Explain r-1001',
    words: [['explain', 'replay', 'journey']],
    takes: ({ name, figures, scope }) => name !== '' && figures.length === 0 && scope === null,
    answer: Effect.fn('Assistant.answerExplain')(function* ({ question, record }) {
      const { parts } = yield* record.call(explainRespondent, { find: question.name.slice(0, 200) })
      return { understood: `The steps of respondent “${question.name}”`, parts }
    }),
  },
  {
    intent: 'audit',
    example: 'Who changed what today?',
    words: [['who'], ['changed', 'edited', 'change', 'edit', 'modified', 'updated', 'created', 'did']],
    takes: ({ name, isOfThis }) => name === '' && !isOfThis,
    answer: ({ question: { range }, record }) =>
      Effect.map(
        record.call(readAuditLog, range === null ? {} : { from: range.from.toISOString(), to: range.to.toISOString() }),
        ({ parts }) => ({ understood: `Who changed what, ${range === null ? 'lately' : range.label}`, parts }),
      ),
  },
  {
    intent: 'history',
    example: 'Who changed this project?',
    words: [
      ['who', 'history'],
      ['changed', 'edited', 'change', 'edit', 'history', 'modified', 'updated', 'created'],
    ],
    answer: context =>
      Effect.gen(function* () {
        const { scope, id, name } = yield* meantOf(['project', 'survey', 'source', 'supplier'], context)
        const { parts } = yield* context.record.call(readHistory, { scope, id })
        return { understood: `Who changed ${scope} “${name}”`, parts }
      }),
  },
  {
    intent: 'attention',
    example: 'What needs attention?',
    words: [['attention', 'alerts', 'alert', 'urgent', 'problems', 'wrong', 'issues', 'worry']],
    takes: ({ keywords }) => !keywords.has('me') || keywords.has('attention'),
    answer: Effect.fn('Assistant.answerAttention')(function* ({ record }) {
      const { parts } = yield* record.call(needsAttention, {})
      return { understood: 'What needs attention', parts }
    }),
  },
  {
    intent: 'projects.live',
    example: 'Which projects are live?',
    words: [
      ['list', 'which'],
      ['live', 'running', 'fielding'],
    ],
    answer: ({ record }) =>
      Effect.map(record.call(listProjects, { statusid: STATUS_CODES.live }), ({ parts }) => ({
        understood: 'The live projects',
        parts,
      })),
  },
  {
    intent: 'projects.paused',
    example: 'Which projects are paused?',
    words: [
      ['list', 'which'],
      ['paused', 'stopped'],
    ],
    answer: ({ record }) =>
      Effect.map(record.call(listProjects, { statusid: STATUS_CODES.paused }), ({ parts }) => ({
        understood: 'The paused projects',
        parts,
      })),
  },
  {
    intent: 'reconciliation',
    example: 'Until when can this project be reconciled?',
    words: [['reconciled', 'reconciliation', 'reconcile', 'window', 'windows', 'deadline', 'recon']],
    answer: context =>
      Effect.gen(function* () {
        const { id, name } = yield* meantOf(['project'], context)
        const { parts } = yield* context.record.call(reconciliationWindows, { project_id: id })
        return { understood: `Until when project “${name}” can be reconciled`, parts }
      }),
  },
  {
    intent: 'scorecards',
    example: 'How precise are the rules of Defender?',
    words: [PRECISION],
    answer: ({ record }) =>
      Effect.map(record.call(ruleScorecards, {}), ({ parts }) => ({
        understood: 'How right the rules of Defender were',
        parts,
      })),
  },
  {
    intent: 'states',
    example: 'Why do respondents terminate in this project?',
    takes: ({ by, keywords }) => by === null && !PRECISION.some(word => keywords.has(word)),
    words: [
      [
        'states',
        'verdicts',
        'rules',
        'rule',
        'defender',
        'terminations',
        'terminate',
        'reasons',
        'outcomes',
        'speeders',
        'speeding',
        'duplicates',
        'bots',
        'fraud',
      ],
    ],
    answer: context =>
      Effect.gen(function* () {
        const { range, keywords } = context.question
        const meant = yield* context.meant
        const fraud = FRAUD_NAMES.find(word => keywords.has(word) || (word === 'speeders' && keywords.has('speeding')))
        const { parts } = yield* context.record.call(countByState, {
          ...asked(meant),
          ...(range === null ? {} : { from: range.from.toISOString(), to: range.to.toISOString() }),
          ...(fraud === undefined ? {} : { fraud }),
        })
        const when = range === null ? '' : `, ${range.label}`
        const respondents = fraud === undefined ? 'Respondents by state' : `Respondents turned away as ${fraud}`
        return { understood: `${respondents}, of ${placeWords(meant.scope, meant.name)}${when}`, parts }
      }),
  },
  {
    intent: 'quotas',
    example: 'How far are the quotas of this project?',
    words: [['quotas', 'quota', 'progress', 'subquotas', 'remaining']],
    answer: context =>
      Effect.gen(function* () {
        const meant = yield* context.meant
        const { parts } = yield* context.record.call(quotaProgress, asked(meant))
        return { understood: `Quota progress of ${placeWords(meant.scope, meant.name)}`, parts }
      }),
  },
  {
    intent: 'compare',
    example: 'Compare completes of this week with last week',
    words: [
      [
        'compare',
        'compared',
        'versus',
        'vs',
        'difference',
        'fell',
        'rose',
        'dropped',
        'grew',
        'change',
        'changed',
        'increase',
        'decrease',
      ],
    ],
    takes: ({ keywords }) => !keywords.has('who') && !keywords.has('history'),
    answer: context =>
      Effect.gen(function* () {
        const { question, record, now, zone } = context
        const meant = yield* context.meant
        const later = question.range ?? lastDays(now)
        const [first, second] = comparedRanges(later, question.otherRange ?? rangeBefore(later, zone), zone)
        const { by } = question
        const figures: readonly FigureField[] =
          question.figures.length === 0 ? ['entrants', 'completes'] : question.figures
        const shown = figures.filter(figure => !isHidden(figure, context.desk.caller.view))
        const { parts } = yield* record.call(compareRanges, {
          ...asked(meant),
          figures,
          ...(by !== null && isComparedDimension(by) ? { by } : {}),
          from: second.from.toISOString(),
          to: second.to.toISOString(),
          earlier_from: first.from.toISOString(),
          earlier_to: first.to.toISOString(),
        })
        return {
          understood: `${labelsOf(shown)} of ${placeWords(meant.scope, meant.name)}${
            by === null || !isComparedDimension(by) ? '' : ` by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`
          }: ${besideText(first, second)}`,
          parts,
        }
      }),
  },
]
