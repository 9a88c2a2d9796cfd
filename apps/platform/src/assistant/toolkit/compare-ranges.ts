import type { AnswerItem } from '@desk/schema/assistant/answer'
import type { FigureRange, FigureToken } from '@desk/schema/assistant/figure-token'
import { AskedInstant } from '@desk/schema/ids/ids'
import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { Effect, Schema } from 'effect'
import { FigureField, isHidden, isOfReports, labelsOf, withBasis } from './figure-fields.ts'
import { placeFields, placeOf } from './places.ts'
import { NOT_SEEN } from './read-figures.ts'
import { isPartlyKnown, readReports, type FigureLine } from './read-report.ts'
import { distinctLines } from './distinct-lines.ts'
import { deskTool, ToolRefusal } from './tool.ts'

const COMPARED: readonly FigureField[] = ['entrants', 'completes']
const CHANGE = 'The later time − the earlier one'
const LINES_MAX = 20
const LINES_READ = 1_000

/** The dimensions of a comparison: no part of a time, since the two times have none in common. */
const ComparedDimension = Schema.Literals([
  'project',
  'survey',
  'source',
  'supplier',
  'manager',
  'business_unit',
  'country',
  'state',
  'reason',
])
export const isComparedDimension = Schema.is(ComparedDimension)

interface Both<Side> {
  readonly before: Side
  readonly now: Side
}

/**
 * A figure of both times, and the change between. A thing without a part in a time has zero counts and amounts there.
 * The change is unknown where either figure is.
 */
export function changeBetween(
  { before, now }: Both<FigureToken | undefined>,
  ranges: Both<FigureRange>,
): readonly FigureToken[] {
  const present = now ?? before
  if (present === undefined) return []
  const { unknown: _unknown, ...known } = present
  const none = known.unit === 'integer' || known.unit === 'money' ? 0 : null
  const earlier: FigureToken = before ?? { ...known, value: none, range: ranges.before }
  const later: FigureToken = now ?? { ...known, value: none, range: ranges.now }
  const value = earlier.value === null || later.value === null ? null : later.value - earlier.value
  const unknown = earlier.unknown ?? later.unknown
  const change = { ...later, label: 'Change', formula: CHANGE, value }
  return [
    { ...earlier, label: `${earlier.label} before` },
    later,
    unknown === undefined ? change : { ...change, unknown },
  ]
}

const changeOf = (figures: readonly FigureToken[]): number =>
  Math.abs(figures.find(({ formula }) => formula === CHANGE)?.value ?? 0)

/** Compares figures of two times. */
export const compareRanges = deskTool('compare_ranges', {
  description:
    'Compares figures of the account, a project, survey, source or supplier in two times: what changed between an earlier range and a later one; with `by` a line each, such as of every supplier, the greatest change first. Give both times the same length: of a week that is not over, the same part of the week before.',
  fields: {
    ...placeFields,
    figures: Schema.optionalKey(Schema.Array(FigureField).check(Schema.isMaxLength(20))),
    by: Schema.optionalKey(ComparedDimension),
    from: AskedInstant,
    to: AskedInstant,
    earlier_from: AskedInstant,
    earlier_to: AskedInstant,
  },
  run: Effect.fn('Assistant.compareRanges')(function* (
    { from, to, earlier_from, earlier_to, figures: wanted = COMPARED, by, ...asked },
    desk,
  ) {
    const { place } = yield* placeOf(asked, desk)
    const fields = wanted.filter(field => !isHidden(field, desk.caller.view))
    if (fields.length === 0) return yield* new ToolRefusal({ message: NOT_SEEN })
    const unfit = fields.filter(field => !isOfReports(field))
    if (unfit.length > 0)
      return yield* new ToolRefusal({
        message: `${labelsOf(unfit)} cannot be compared in time: the desk has it as of now.`,
      })
    const read = Effect.fn('Assistant.compareRanges.read')(function* (times: {
      readonly from: string
      readonly to: string
    }) {
      const report = yield* readReports({ place, fields, by, times, limit: LINES_READ }, desk)
      if (report.lines.length < LINES_READ) return report
      return yield* new ToolRefusal({
        message: 'There are too many lines to compare: ask about a shorter time, or a part of the account.',
      })
    })
    const ranges = { before: { from: earlier_from, to: earlier_to }, now: { from, to } }
    const [before, now] = yield* Effect.all([read(ranges.before), read(ranges.now)])
    const { link } = now
    const shown = [before.total, now.total].some(isPartlyKnown) ? withBasis(fields, desk.caller.view) : fields
    const items =
      by === undefined
        ? shown.flatMap((field): AnswerItem[] => {
            const figures = changeBetween({ before: before.total.get(field), now: now.total.get(field) }, ranges)
            return figures.length === 0 ? [] : [{ title: labelsOf([field]), detail: null, at: null, link, figures }]
          })
        : linesBeside(REPORT_DIMENSIONS[by].label, shown, { before: before.lines, now: now.lines }, ranges)
    return {
      summary: by === undefined ? 'Two times' : `Two times by ${REPORT_DIMENSIONS[by].label.toLowerCase()}`,
      link,
      parts: [{ kind: 'list' as const, items: items.slice(0, LINES_MAX), has_more: items.length > LINES_MAX }],
      hasFreeText: true,
    }
  }),
})

/** Lines of both times beside each other, the greatest change of the first figure first. @param label what a line is */
function linesBeside(
  label: string,
  fields: readonly FigureField[],
  { before, now }: Both<readonly FigureLine[]>,
  ranges: Both<FigureRange>,
): readonly AnswerItem[] {
  const was = new Map(before.map(line => [line.key, line]))
  const is = new Map(now.map(line => [line.key, line]))
  return distinctLines(label, [...new Map([...was, ...is]).values()])
    .map(({ key, title, detail, link }): AnswerItem => ({
      title,
      detail,
      at: null,
      link,
      figures: fields.flatMap(field =>
        changeBetween({ before: was.get(key)?.figures.get(field), now: is.get(key)?.figures.get(field) }, ranges),
      ),
    }))
    .toSorted((one, other) => changeOf(other.figures) - changeOf(one.figures))
}
