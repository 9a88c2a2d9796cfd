import { STATUS_CODES, STATUS_LABELS, hasEnded } from '@desk/schema/statuses/status'
import { BLOCK_REASONS, mendingField, type BlockReason } from '@desk/schema/statuses/block-reasons'
import { liveBlocks } from '@desk/machines/status/judge'
import type { FormValues } from '@desk/machines/form/form.setup'
import type { ProjectDetail } from '@desk/schema/projects/project'
import type { Condition, QualsQuotas, QuotaProblem, SourceQualification } from '@desk/schema/sources/quals-quotas'
import { quotaNotes } from '@desk/schema/sources/quota-coverage'
import { quotaProblems, type IsKnown, type JudgedQuotas } from '@desk/schema/sources/quota-faults'
import type { Source } from '@desk/schema/sources/source'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { isAllGiven, sumWords, type PartValue } from './allocations/allocation-values.ts'
import { quotaNoteWords } from '#kit/launch/launch-words.ts'
import { numberOrNull } from '#kit/forms/typed-number.ts'
import type { QuotaGroupValue } from './quotas/quota-values.ts'
import type { SourcePaths } from './source-paths.ts'

/** Where a problem is fixed: a field of this form, or another page. */
export type Way =
  | { readonly kind: 'field'; readonly label: string; readonly field: string; readonly path: readonly string[] }
  | { readonly kind: 'page'; readonly label: string; readonly path: string }

/** One problem that blocks a source from going live, and where to fix it; null: another user must. */
export interface LaunchProblem {
  readonly words: string
  readonly way: Way | null
}

/** The source's survey and project. */
export interface LaunchContext {
  readonly source: Pick<Source, 'statusid' | 'allowed' | 'live_blocks' | 'isLucid'> | null
  readonly isLucid: boolean
  readonly survey: Pick<
    SurveyDetail,
    'survey_url_flg' | 'statusid' | 'out_of_field_date' | 'live_blocks' | 'ask_supply_side'
  >
  readonly project: Pick<ProjectDetail, 'statusid' | 'out_of_field_date'>
  /** If the user may not see suppliers and prices, the server says whether they are stored. */
  readonly seesSuppliers: boolean
  readonly paths: Pick<SourcePaths, 'surveys' | 'table' | 'editProject' | 'editSurvey'>
}

/** The users of the account to ask for fields that this user may not set. */
export function askWords(names: readonly string[]): string {
  const [last, ...others] = names.toReversed()
  if (last === undefined) return 'Ask an administrator of your account to set it.'
  return `Ask ${others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`} to set it.`
}

/** The places above a source: what they are called, where their status is, and where their fields are. */
const above = ({ survey, project, paths }: Pick<LaunchContext, 'survey' | 'project' | 'paths'>) =>
  [
    { noun: 'survey', ...survey, page: paths.table, editor: `${paths.editSurvey}?field=out_of_field_date` },
    { noun: 'project', ...project, page: paths.surveys, editor: paths.editProject },
  ] as const

/** The obstacle to the traffic of a live source: a draft or paused survey or project (domain.md §2). */
export function trafficNotes(context: Pick<LaunchContext, 'survey' | 'project' | 'paths'>): readonly LaunchProblem[] {
  return above(context).flatMap(({ noun, statusid, page }) =>
    statusid === STATUS_CODES.live || hasEnded(statusid)
      ? []
      : [
          {
            words: `The ${noun} is ${STATUS_LABELS[statusid]}: no traffic until it is live.`,
            way: { kind: 'page', label: `the ${noun}`, path: page } as const,
          },
        ],
  )
}

/** The message after a launch, with what still blocks traffic. */
export function launchedWords(name: string, notes: readonly LaunchProblem[]) {
  const message = `${name} was saved and launched`
  return notes.length === 0
    ? ({ type: 'success', message } as const)
    : ({ type: 'warning', message, description: notes.map(({ words }) => words).join(' ') } as const)
}

const count = (typed: unknown): number => numberOrNull(typed) ?? 0

/** An out-of-field date that has come. @param date an instant; null: there is none */
export const hasPassed = (date: string | null, nowMs: number): boolean =>
  date !== null && date !== '' && Date.parse(date) <= nowMs

/** The quotas of the form as a launch judges them. @param values three of its fields: Target (N), qualifications and quota groups */
function judgedQuotas(values: FormValues): JudgedQuotas {
  // the form's own fields have these shapes
  const qualifications = (values['qualifications'] ?? []) as unknown as readonly SourceQualification[]
  const groups = (values['quota_groups'] ?? []) as unknown as readonly QuotaGroupValue[]
  const quota_groups = groups.map(group => ({
    ...group,
    target: group.target === '' ? null : count(group.target),
    quotas: group.quotas.map(quota => ({ ...quota, target: count(quota.target) })),
  }))
  return { respondents: count(values['respondents']), qualifications, quota_groups }
}

/**
 * The form's qualifications and quotas that cannot be met, by path.
 * @param isKnown the existing qualifications and answers, as far as the server gave them
 */
export const quotaProblemsIn = (values: FormValues, isKnown: IsKnown): readonly QuotaProblem[] =>
  quotaProblems(judgedQuotas(values), isKnown)

/** The notes about quotas that are short of the target, or leave respondents out. */
export const quotaNotesIn = (values: FormValues): readonly LaunchProblem[] =>
  quotaNotes(judgedQuotas(values)).map(note => ({
    words: quotaNoteWords(note),
    way: inField('quota_groups', 'Quotas'),
  }))

/**
 * All that still blocks a source from going live, by the status machine's guards on the form's present values (domain.md §2), and
 * its quotas that cannot be met. For a source launched before: what blocks resuming it as stored.
 * @param quotas what `quotaProblemsIn` finds in the same values
 * @param ownDate the source's out-of-field date as an instant, or null
 */
export function launchProblems(
  values: FormValues,
  quotas: readonly QuotaProblem[],
  context: LaunchContext,
  ownDate: string | null,
  nowMs: number,
): readonly LaunchProblem[] {
  const { source, isLucid, survey, project, seesSuppliers } = context
  const status = source?.statusid ?? STATUS_CODES.draft
  if (status === STATUS_CODES.live || status === STATUS_CODES.cancelled) return []
  const parts = (values['suppliers'] ?? []) as unknown as readonly PartValue[] // the form's own field
  // who does not see suppliers cannot have given any
  const isThere = (reason: BlockReason) => source !== null && !source.live_blocks.includes(reason)
  const reasons = liveBlocks({
    scope: 'source',
    status,
    surveyUrlRequired: survey.survey_url_flg,
    surveyUrlValid: !survey.live_blocks.includes('survey_url_missing'),
    target: count(values['respondents']),
    targetReached:
      source?.allowed.some(({ to, reason }) => to === STATUS_CODES.live && reason === 'target_reached') ?? false,
    outOfFieldPassed: [ownDate, survey.out_of_field_date, project.out_of_field_date].some(date =>
      hasPassed(date, nowMs),
    ),
    hasPrice:
      isLucid ||
      (seesSuppliers
        ? count(values['supplier_cpi']) > 0 ||
          (parts.length > 0 && parts.every(({ supplier_cpi: price }) => count(price) > 0))
        : isThere('price_missing')),
    hasSupplier: seesSuppliers
      ? typeof values['pm_sup_ud'] === 'number' || parts.length > 0
      : isThere('supplier_missing'),
    quotasMeetable: quotas.length === 0,
    parentTerminal: hasEnded(survey.statusid) || hasEnded(project.statusid),
    billableCompletes: 0,
    inflight: 0,
  })
  const blocks = reasons
    .filter(reason => reason !== 'quotas_unmeetable')
    .flatMap(reason => blocksOf(reason, values, context, { ownDate, nowMs }))
  return [...blocks, ...allocationProblem(parts), ...quotas.map(quotaProblem)]
}

const inField = (field: string, label: string, path: readonly string[] = []): Way => ({
  kind: 'field',
  field,
  label,
  path,
})

/** The texts of a reason for this source, by place. */
function blocksOf(
  reason: BlockReason,
  values: FormValues,
  context: LaunchContext,
  { ownDate, nowMs }: { readonly ownDate: string | null; readonly nowMs: number },
): readonly LaunchProblem[] {
  const { seesSuppliers, survey, paths } = context
  const words = BLOCK_REASONS[reason]
  if (reason === 'parent_terminal') {
    return above(context).flatMap(({ noun, statusid, page }) =>
      hasEnded(statusid)
        ? [
            {
              words: `The ${noun} is ${STATUS_LABELS[statusid]}: none of its sources can go live.`,
              way: { kind: 'page', label: `the ${noun}`, path: page } as const,
            },
          ]
        : [],
    )
  }
  if (reason === 'out_of_field_passed') {
    const own: readonly LaunchProblem[] = hasPassed(ownDate, nowMs)
      ? [{ words, way: inField('out_of_field_date', 'Out of field date') }]
      : []
    return [
      ...own,
      ...above(context).flatMap(({ noun, out_of_field_date: date, editor }) =>
        hasPassed(date, nowMs)
          ? [
              {
                words: `The out-of-field date of the ${noun} has passed.`,
                way: { kind: 'page', label: `the ${noun}’s form`, path: editor } as const,
              },
            ]
          : [],
      ),
    ]
  }
  if (reason === 'survey_url_missing')
    return [{ words, way: { kind: 'page', label: 'Survey URL', path: `${paths.editSurvey}?field=survey_url` } }]
  if (!seesSuppliers && (reason === 'price_missing' || reason === 'supplier_missing'))
    return [{ words: `${words} ${askWords(survey.ask_supply_side ?? [])}`, way: null }]
  if (reason === 'supplier_missing' && 'pm_sup_ud' in values) return [{ words, way: inField('pm_sup_ud', 'Supplier') }]
  const [field, label] = mendingField(reason, 'source') ?? [null, '']
  return [{ words, way: field === null ? null : inField(field, label) }]
}

function allocationProblem(parts: readonly PartValue[]): readonly LaunchProblem[] {
  return parts.length === 0 || isAllGiven(parts)
    ? []
    : [{ words: `${sumWords(parts)}.`, way: inField('suppliers', 'Suppliers') }]
}

function quotaProblem({ path, message }: QuotaProblem): LaunchProblem {
  const [head = 'quota_groups', ...rest] = path
  return { words: `${message}.`, way: inField(head, head === 'qualifications' ? 'Qualifications' : 'Quotas', rest) }
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined,
    root,
  ) // what an array or an object has by that name
}

/** The qualifications known to the server when it judged the stored source: everything that it did not report missing. */
export function knownBy({
  problems,
  ...stored
}: Pick<QualsQuotas, 'qualifications' | 'quota_groups' | 'problems'>): IsKnown {
  const gone = new Set<string>()
  for (const { path } of problems) {
    const { param, in: codes } = (valueAt(stored, path.slice(0, -1)) ?? {}) as Partial<Condition> // the path leads into a condition
    if (path.at(-1) === 'param') gone.add(JSON.stringify([param]))
    if (path.at(-1) === 'in') for (const code of codes ?? []) gone.add(JSON.stringify([param, code]))
  }
  return (precode, code) => !gone.has(JSON.stringify(code === undefined ? [precode] : [precode, code]))
}
