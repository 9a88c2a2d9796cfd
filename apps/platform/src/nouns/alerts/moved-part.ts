import type { AlertFacts, UnusualMeasure } from '@desk/schema/alerts/alert'
import {
  COLUMN_OF_STATE,
  RESPONDENT_CODES,
  RESPONDENT_STATE_LABELS,
  type RespondentCode,
} from '@desk/schema/respondents/state'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import { movedMost, type Moved, type Tally } from '#forecasts/anomaly'

const { complete, abandon, inSurvey } = RESPONDENT_CODES

/** Respondents of a source who ended alike. */
export interface EndedAlike {
  readonly isNow: boolean
  readonly from: number | null
  readonly code: RespondentCode
  readonly rule: string
  readonly supplier: string | null
  readonly country: string | null
  /** The code of a device type. */
  readonly device: number | null
  readonly count: number
  /** Interviews with a known length, and those of them above the median of the days before. */
  readonly timed: number
  readonly long: number
}

type MovedPart = NonNullable<AlertFacts['moved']>

/** The part of a source's respondents that moved a figure most; null: none did. */
export function movedPart(groups: readonly EndedAlike[], measure: UnusualMeasure): MovedPart | null {
  const most = movedMost(partsOf(groups, measure))
  if (most === null) return null
  const percent = ({ hits, of }: Tally): number => (of > 0 ? Math.round((1000 * hits) / of) / 10 : 0)
  return {
    dimension: most.dimension,
    value: most.value,
    percent: percent(most.now),
    before_percent: percent(most.before),
  }
}

/** The tally of a group in each figure. */
const TALLIES: Readonly<Record<UnusualMeasure, (group: EndedAlike) => Tally>> = {
  conversion: ({ code, count }) => ({ hits: code === complete ? count : 0, of: count }),
  ir: ({ code, count }) => ({
    hits: code === complete ? count : 0,
    of: ['completes', 'oQs', 'terms'].includes(COLUMN_OF_STATE[code]) ? count : 0,
  }),
  drop_off: ({ from, code, count }) => ({
    hits: from === inSurvey && code === abandon ? count : 0,
    of: from === inSurvey ? count : 0,
  }),
  loi: ({ timed, long }) => ({ hits: long, of: timed }),
}

interface Part extends Moved {
  readonly dimension: MovedPart['dimension']
}

/** Every value with its tallies; a rule comes before the outcome that it gives, which has the same. */
function partsOf(groups: readonly EndedAlike[], measure: UnusualMeasure): readonly Part[] {
  const tally = TALLIES[measure]
  const counted = groups.filter(group => tally(group).of > 0)
  const all = (isNow: boolean) => sum(counted.filter(group => group.isNow === isNow).map(tally)).of
  const shares = (dimension: MovedPart['dimension'], valueOf: (group: EndedAlike) => string | null): readonly Part[] =>
    [...by(counted, valueOf)].map(([value, own]) => {
      const hits = (isNow: boolean) => sum(own.filter(group => group.isNow === isNow).map(tally)).of
      return {
        dimension,
        value,
        now: { hits: hits(true), of: all(true) },
        before: { hits: hits(false), of: all(false) },
      }
    })
  const segments = (
    dimension: MovedPart['dimension'],
    valueOf: (group: EndedAlike) => string | null,
  ): readonly Part[] => {
    const values = by(counted, valueOf)
    // a single value is the whole source
    if (values.size < 2) return []
    return [...values].map(([value, own]) => {
      const tallyOf = (isNow: boolean) => sum(own.filter(group => group.isNow === isNow).map(tally))
      return { dimension, value, now: tallyOf(true), before: tallyOf(false) }
    })
  }
  return [
    ...(measure === 'loi'
      ? []
      : [
          ...shares('rule', ({ rule }) => (rule === '' ? null : rule.replaceAll(/[_.]/g, ' '))),
          ...shares('outcome', ({ code }) => (code === complete ? null : RESPONDENT_STATE_LABELS[code])),
        ]),
    ...segments('supplier', ({ supplier }) => supplier),
    ...segments('country', ({ country }) => country),
    ...segments('device', ({ device }) => DEVICE_TYPES.find(({ id }) => id === device)?.name ?? null),
  ]
}

const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((all, { hits, of }) => ({ hits: all.hits + hits, of: all.of + of }), { hits: 0, of: 0 })

function by(
  groups: readonly EndedAlike[],
  valueOf: (group: EndedAlike) => string | null,
): ReadonlyMap<string, readonly EndedAlike[]> {
  const values = new Map<string, EndedAlike[]>()
  for (const group of groups) {
    const value = valueOf(group)
    if (value !== null) values.set(value, [...(values.get(value) ?? []), group])
  }
  return values
}
