import type { QuotaNote } from '@desk/schema/sources/quota-coverage'
import { mendingField, type BlockReason } from '@desk/schema/statuses/block-reasons'
import { completeRedirectWarning } from '@desk/schema/statuses/change-notes'
import type { LaunchNote, LaunchObject, LaunchPlan } from '@desk/schema/statuses/launch'
import { STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { balanceText, countText } from '#ui/format/figures.ts'

/** Where a fault is fixed. */
export interface Mend {
  readonly label: string
  readonly href: string
}

const SCOPE_NOUNS: Readonly<Record<StatusScope, readonly [one: string, many: string]>> = {
  project: ['project', 'projects'],
  survey: ['survey', 'surveys'],
  source: ['source', 'sources'],
}

export const objectKey = ({ scope, id }: Pick<LaunchObject, 'scope' | 'id'>): string => `${scope} ${id}`

/** Whether it can start now. */
export const mayStart = ({ statusid, blocks }: LaunchObject): boolean =>
  statusid !== STATUS_CODES.live && blocks.length === 0

/** The form of an object, at a field. */
function formPath({ pm_proj_ud }: LaunchPlan, { scope, id, pm_sy_ud, type }: LaunchObject, field: string): string {
  const project = `#/manage/project/${pm_proj_ud}`
  const form =
    scope === 'project'
      ? `${project}/edit`
      : scope === 'survey'
        ? `${project}/survey/${id}/edit`
        : `${project}/survey/${pm_sy_ud}/${type === 'classic' ? 'manual-streams' : 'stream'}/${id}`
  return scope === 'project' ? form : `${form}?field=${field}`
}

/** The way to the field that removes a block; the URL of a source's survey is fixed in the survey. */
export function mendOf(plan: LaunchPlan, object: LaunchObject, reason: BlockReason): Mend {
  const survey = plan.objects.find(({ scope, id }) => scope === 'survey' && id === object.pm_sy_ud)
  const at = reason === 'survey_url_missing' && survey !== undefined ? survey : object
  const [field, label] = mendingField(reason, at.scope) ?? ['out_of_field_date', 'Out of field date']
  return { label: `Go to ${label}`, href: formPath(plan, at, field) }
}

/** A note about quotas in words. */
export function quotaNoteWords(note: QuotaNote): string {
  if (note.kind === 'quotas_short')
    return `Its quotas add up to ${countText(note.quotas)} of ${countText(note.target)} completes.`
  const more = note.count - note.groups.length
  return `No quota takes ${note.groups.join('; ')}${more > 0 ? ` and ${more} more groups` : ''}: these respondents become overquotas.`
}

/** A note in words, with the way to where it is fixed. */
export function noteWords(plan: LaunchPlan, object: LaunchObject, note: LaunchNote): readonly [string, Mend] {
  switch (note.kind) {
    case 'no_complete_redirect': {
      const [first] = note.suppliers
      return [
        completeRedirectWarning(note.suppliers.map(({ name }) => name)),
        { label: 'Add it', href: first === undefined ? '#/suppliers' : `#/suppliers/${first.pm_sup_ud}?tab=settings` },
      ]
    }
    case 'quotas_short':
    case 'without_quota':
      return [quotaNoteWords(note), { label: 'Change quotas', href: formPath(plan, object, 'quota_groups') }]
    case 'margin_below_zero':
      return [
        `Its margin is ${balanceText(note.margin_cents)} a complete.`,
        { label: 'Change price', href: formPath(plan, object, 'supplier_cpi') },
      ]
  }
}

/** The objects without which the chosen ones take no traffic: above them, not live, and not chosen. */
export function missingAbove({ objects }: LaunchPlan, chosen: readonly LaunchObject[]): readonly LaunchObject[] {
  const surveys = new Set(chosen.map(({ pm_sy_ud }) => pm_sy_ud))
  return objects.filter(
    object =>
      object.scope !== 'source' &&
      object.statusid !== STATUS_CODES.live &&
      !chosen.includes(object) &&
      (object.scope === 'project' ? chosen.length > 0 : surveys.has(object.id)),
  )
}

/** The objects that are chosen at first: drafts that may start, below such ones or live ones. A pause is a person's decision. */
export function chosenAtFirst({ objects }: LaunchPlan): ReadonlySet<string> {
  const isDraft = (object: LaunchObject) => object.statusid === STATUS_CODES.draft && mayStart(object)
  const runs = (object: LaunchObject | undefined) =>
    object === undefined || object.statusid === STATUS_CODES.live || isDraft(object)
  const project = objects.find(({ scope }) => scope === 'project')
  return new Set(
    objects
      .filter(isDraft)
      .filter(
        ({ scope, pm_sy_ud }) =>
          scope === 'project' ||
          (runs(project) &&
            (scope === 'survey' || runs(objects.find(each => each.scope === 'survey' && each.id === pm_sy_ud)))),
      )
      .map(objectKey),
  )
}

/** The checks that every chosen object passed, in words. */
export function passedChecks(chosen: readonly LaunchObject[]): string {
  const faults = new Set<string>(chosen.flatMap(({ blocks, notes }) => [...blocks, ...notes.map(({ kind }) => kind)]))
  const has = (scope: StatusScope) => chosen.some(object => object.scope === scope)
  const checks: readonly (readonly [boolean, string])[] = [
    [has('survey'), 'survey URL is valid'],
    [has('source') && !faults.has('quotas_short') && !faults.has('without_quota'), 'quotas add up'],
    [has('source') && !faults.has('margin_below_zero'), 'prices are set'],
    [has('source') && !faults.has('no_complete_redirect'), 'completes go back to suppliers'],
  ]
  const text = checks.flatMap(([isMet, words]) => (isMet ? [words] : [])).join(' · ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "1 project, 1 survey and 3 sources". */
export function eventsText(events: readonly Pick<StatusEvent, 'scope'>[]): string {
  const parts = (['project', 'survey', 'source'] as const).flatMap(scope => {
    const count = events.filter(event => event.scope === scope).length
    return count === 0 ? [] : [`${countText(count)} ${SCOPE_NOUNS[scope][count === 1 ? 0 : 1]}`]
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
