import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { StateLine } from '@desk/schema/reports/report'
import { lineName, ruleOrReason } from '@desk/schema/reports/report-columns'
import { AskedInstant } from '@desk/schema/ids/ids'
import { Effect, Schema } from 'effect'
import { figuresOf } from './figure.ts'
import { placeFields, placeOf, reportFilters, reportPath } from './places.ts'
import { deskTool } from './tool.ts'

const LINES_MAX = 30

/** A fraud that a question may name, with the rules and rejection reasons that mean it. */
const FRAUDS = { speeders: /speed/i, duplicates: /duplicate/i, bots: /\bbot\b/i, fraud: /fraud/i } as const
export const FRAUD_NAMES = Object.keys(FRAUDS) as (keyof typeof FRAUDS)[] // Object.keys loses the key types
const isStateLine = Schema.is(StateLine)

/** Why respondents of a place did not complete: how many are in each state, the Defender rules' among them. */
export const countByState = deskTool('count_by_state', {
  description:
    'How many respondents of the account, a project, survey, source or supplier each state turned away or lost: terminations, overquotas and the verdicts of each Defender rule, since the beginning or in a time. With a fraud, only of the rules and reasons that mean it.',
  fields: {
    ...placeFields,
    from: Schema.optionalKey(AskedInstant),
    to: Schema.optionalKey(AskedInstant),
    fraud: Schema.optionalKey(Schema.Literals(FRAUD_NAMES)),
  },
  run: Effect.fn('Assistant.countByState')(function* ({ from, to, fraud, ...asked }, desk) {
    const { place } = yield* placeOf(asked, desk)
    const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const filters = { ...reportFilters(place), ...times }
    const link = reportPath('terminations', filters)
    const isOfTime = from !== undefined || to !== undefined
    const { lines } = yield* desk.calls.reports.read({
      params: { type: 'terminations' },
      query: {
        ...filters,
        by: place.scope === 'survey' ? 'survey' : place.scope === 'source' ? 'source' : 'project',
        limit: 1_000,
      },
    })
    const counts = new Map<string, { respondents: number }>()
    // the union's type of a line mixes its fields with those of other kinds
    const states: readonly unknown[] = lines
    for (const { state, rule = null, respondents } of states.filter(isStateLine)) {
      if (fraud !== undefined && !FRAUDS[fraud].test(ruleOrReason(rule ?? ''))) continue
      const label = [RESPONDENT_STATE_LABELS[state], ...(rule === null ? [] : [ruleOrReason(rule)])].join(' · ')
      counts.set(label, { respondents: (counts.get(label)?.respondents ?? 0) + respondents })
    }
    const items = [...counts]
      .toSorted(([, a], [, b]) => b.respondents - a.respondents)
      .map(([title, row]) => ({
        title,
        detail: null,
        at: null,
        link: null,
        figures: figuresOf(row, ['respondents'], {
          place,
          link,
          at: desk.at,
          ...(isOfTime ? { range: { from: from ?? null, to: to ?? null } } : {}),
        }),
      }))
    return {
      summary: `${items.length} states`,
      link,
      parts:
        items.length === 0
          ? [
              {
                kind: 'text' as const,
                text: `No respondents were turned away or lost${fraud === undefined ? '' : ` as ${fraud}`}.`,
              },
            ]
          : [{ kind: 'list' as const, items: items.slice(0, LINES_MAX), has_more: items.length > LINES_MAX }],
      hasFreeText: true,
    }
  }),
})

/** How far sources and their sub-quotas are to their targets. */
export const quotaProgress = deskTool('quota_progress', {
  description:
    'How far each source of the account, a project, survey or source, and each of its sub-quotas, is to its target.',
  fields: placeFields,
  run: Effect.fn('Assistant.quotaProgress')(function* (asked, desk) {
    const { place } = yield* placeOf(asked, desk)
    const filters = reportFilters(place)
    const link = reportPath('quotas', filters)
    const { lines } = yield* desk.calls.reports.read({
      params: { type: 'quotas' },
      query: { ...filters, limit: LINES_MAX + 1 },
    })
    const items = lines.slice(0, LINES_MAX).map(line => ({
      title: ('quota' in line ? line.quota : null) ?? lineName(line, 'source'),
      detail: 'quota' in line && line.quota !== null ? lineName(line, 'source') : null,
      at: null,
      link: null,
      figures: figuresOf(line, ['completes', 'target', 'progress'], { place, link, at: desk.at }),
    }))
    return {
      summary: `${items.length} lines`,
      link,
      parts: [{ kind: 'list' as const, items, has_more: lines.length > LINES_MAX }],
      hasFreeText: true,
    }
  }),
})
