import { overlap } from '@desk/schema/sources/quota-faults'
import type { Condition, SourceQualification } from '@desk/schema/sources/quals-quotas'
import type { AnswerNames } from '../condition-words.ts'

/** Part of an axis: some answers of its qualification, or a part of its range. */
export interface Band {
  readonly label: string
  readonly condition: Condition
}

/** A qualification that divides the respondents of a grid. */
export interface Axis {
  readonly param: string
  readonly name: string
  readonly bands: readonly Band[]
}

const NOTHING_MORE = 3
/** Answers of the library in the plural, as a quota of several people is named. */
const PLURALS: Readonly<Record<string, string>> = { Man: 'Men', Woman: 'Women' }

const rangeLabel = ({ min = null, max = null }: Condition): string => {
  if (max === null) return `${min}+`
  if (min === null) return `up to ${max}`
  return min === max ? String(min) : `${min}–${max}`
}

/** The name of a band: 18–24, 65+, Men, North or South. */
export function bandLabel(condition: Condition, names: AnswerNames): string {
  if (condition.in === undefined) return rangeLabel(condition)
  const known = names.get(condition.param)
  const words = condition.in.slice(0, NOTHING_MORE).map(code => {
    const name = known?.get(code) ?? code
    return PLURALS[name] ?? name
  })
  const more = condition.in.length - words.length
  return more > 0 ? `${words.join(', ')} and ${more} more` : words.join(' or ')
}

const bandOf = (condition: Condition, names: AnswerNames): Band => ({ label: bandLabel(condition, names), condition })

/** One band for each answer that passes; a range is one band until it is divided. */
export function bandsOf(
  { param, in: codes, min = null, max = null }: SourceQualification,
  names: AnswerNames,
): readonly Band[] {
  return codes === undefined
    ? [bandOf({ param, min, max }, names)]
    : codes.map(code => bandOf({ param, in: [code] }, names))
}

/** Ranges as a manager divides them: ten-year bands, and coarser ones. */
export const BAND_PRESETS = [
  '18-24, 25-34, 35-44, 45-54, 55-64, 65+',
  '18-34, 35-54, 55+',
  '18-29, 30-44, 45-59, 60+',
  '18-49, 50+',
] as const

/** Bands as they are typed. */
export const typedBands = (bands: readonly Band[]): string =>
  bands.map(({ condition }) => rangeLabel(condition).replace('–', '-')).join(', ')

const RANGE = /^(\d{1,9})\s*(?:-|–|to)\s*(\d{1,9})$/i
const FROM = /^(\d{1,9})\s*\+$/
const TO = /^(?:up to|<=|≤)\s*(\d{1,9})$/i
const ONE = /^\d{1,9}$/

/** A band as it is typed, such as 18-24, 65+ or up to 17; null: no band. */
export function readRange(param: string, typed: string): Condition | null {
  const text = typed.trim()
  const [, from, to] = RANGE.exec(text) ?? []
  if (from !== undefined && to !== undefined) return { param, min: Number(from), max: Number(to) }
  const open = FROM.exec(text)?.[1]
  if (open !== undefined) return { param, min: Number(open), max: null }
  const below = TO.exec(text)?.[1]
  if (below !== undefined) return { param, min: null, max: Number(below) }
  return ONE.test(text) ? { param, min: Number(text), max: Number(text) } : null
}

export type ReadBands = { readonly bands: readonly Band[] } | { readonly fault: string }

/** Reads typed bands, and cuts them to the range that the source takes; the sentence says what cannot be read. */
export function readBands(typed: string, within: SourceQualification): ReadBands {
  const conditions: Condition[] = []
  for (const text of typed.split(/[,;\n\t]+/).filter(part => part.trim() !== '')) {
    const read = readRange(within.param, text)
    if (read === null) return { fault: `“${text.trim()}” is no band: write 18-24 or 65+.` }
    if (read.min != null && read.max != null && read.min > read.max)
      return { fault: `“${text.trim()}” ends below its beginning.` }
    const cut = cutTo(read, within)
    if (cut === null)
      return {
        fault: `The source takes no respondent of “${text.trim()}”: it takes ${within.name} ${rangeLabel(within)}.`,
      }
    const other = conditions.find(each => overlap(each, cut))
    if (other !== undefined) return { fault: `${rangeLabel(other)} and ${rangeLabel(cut)} overlap.` }
    conditions.push(cut)
  }
  if (conditions.length === 0) return { fault: 'Give at least one band, such as 18-24.' }
  const ordered = conditions.toSorted((one, other) => (one.min ?? -Infinity) - (other.min ?? -Infinity))
  return { bands: ordered.map(condition => bandOf(condition, new Map())) }
}

function cutTo({ param, min = null, max = null }: Condition, within: Condition): Condition | null {
  const from = within.min == null ? min : Math.max(min ?? -Infinity, within.min)
  const to = within.max == null ? max : Math.min(max ?? Infinity, within.max)
  return from !== null && to !== null && from > to ? null : { param, min: from, max: to }
}

/** A ready division, cut to the range of the source: bands outside it are left out. */
export function presetBands(preset: string, within: SourceQualification): readonly Band[] {
  return preset.split(', ').flatMap(text => {
    const read = readBands(text, within)
    return 'bands' in read ? read.bands : []
  })
}

/** The respondents of a qualification whom no band takes, in words. Ranges are of whole numbers, as ages are. */
export function outsideBands(
  axis: Axis,
  within: SourceQualification | undefined,
  names: AnswerNames,
): readonly string[] {
  const { param, name, bands } = axis
  const codes = within?.in
  if (codes !== undefined) {
    const missing = codes.filter(code => !bands.some(({ condition }) => overlap(condition, { param, in: [code] })))
    return missing.map(code => bandLabel({ param, in: [code] }, names))
  }
  if (bands.some(({ condition }) => condition.in !== undefined)) return [`other answers to ${name}`]
  return gapsIn(bands, within ?? { param }).map(gap => `${name} ${rangeLabel(gap)}`)
}

function gapsIn(bands: readonly Band[], { param, min = null, max = null }: Condition): readonly Condition[] {
  const gaps: Condition[] = []
  let from = min
  for (const { condition } of bands.toSorted(
    (one, other) => (one.condition.min ?? -Infinity) - (other.condition.min ?? -Infinity),
  )) {
    const start = condition.min ?? null
    if (start !== null && (from === null || start > from)) gaps.push({ param, min: from, max: start - 1 })
    if (condition.max == null) return gaps
    from = condition.max + 1
  }
  return max === null || from === null || from <= max ? [...gaps, { param, min: from, max }] : gaps
}
