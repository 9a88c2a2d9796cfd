import { Schema } from 'effect'
import { STATUS_CODES, STATUS_LABELS, StatusCode } from './status.ts'

/** A survey or project that is not live, and so blocks the traffic of everything below it (domain.md §2). */
export const HeldBy = Schema.Struct({ scope: Schema.Literals(['survey', 'project']), statusid: StatusCode })
export type HeldBy = typeof HeldBy.Type

/** Whether something above keeps traffic out, as far as is known. */
export const isHeld = ({ held_by = [] }: { readonly held_by?: readonly HeldBy[] }): boolean => held_by.length > 0

/** Says what it is and which status it has: "survey is a draft". */
export function heldWords({ scope, statusid }: HeldBy): string {
  const label = STATUS_LABELS[statusid].toLowerCase()
  return `${scope} is ${statusid === STATUS_CODES.draft ? `a ${label}` : label}`
}

/**
 * The status as it takes effect: "Live · survey is a draft" where something above keeps traffic out.
 * @param heldBy null: nothing above does, or the status is not live
 */
export function effectiveLabel(statusid: StatusCode, heldBy: HeldBy | null): string {
  const label = STATUS_LABELS[statusid]
  return heldBy === null ? label : `${label} · ${heldWords(heldBy)}`
}

interface Effective {
  readonly statusid: StatusCode
  readonly effective_statusid: StatusCode
}

/** The object that blocks the traffic of a live survey: its project. */
export function heldByProject({ statusid, effective_statusid }: Effective): HeldBy | null {
  return statusid !== STATUS_CODES.live || effective_statusid === STATUS_CODES.live
    ? null
    : { scope: 'project', statusid: effective_statusid }
}

/** The object that blocks the traffic of a source of this status: its survey, else the survey's project. */
export function sourceHeldBy(statusid: StatusCode, survey: Effective): HeldBy | null {
  if (statusid !== STATUS_CODES.live) return null
  return survey.statusid === STATUS_CODES.live ? heldByProject(survey) : { scope: 'survey', statusid: survey.statusid }
}

/** All that is above an object and not live, nearest first. */
export function allAbove({
  survey,
  project,
}: {
  readonly survey?: StatusCode | null | undefined
  readonly project?: StatusCode | null | undefined
}): readonly HeldBy[] {
  return [
    { scope: 'survey' as const, statusid: survey ?? STATUS_CODES.live },
    { scope: 'project' as const, statusid: project ?? STATUS_CODES.live },
  ].filter(({ statusid }) => statusid !== STATUS_CODES.live)
}
