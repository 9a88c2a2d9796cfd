import {
  CHANGE_EVENTS_MAX,
  type CHANGE_PART_KEYS,
  type ChangeCause,
  type ChangedRespondent,
  type ChangeEvent,
  type ChangePart,
} from '@desk/schema/figures/figure-change'
import { RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { formatRdud } from '#ledger/facts/rdud'
import { EXTERNAL_CAUSES, HIDDEN_CODES, type Part } from './decompose.ts'
import type { StoredChangeEvent } from './events.store.ts'
import type { StoredPart, StoredRespondent } from './moves.store.ts'
import type { PartNames } from './names.store.ts'

const isCode = Schema.is(RespondentCode)

/** A part as it is told, with the names of its ids. */
export function partOnWire(
  { supplierId, cause, from, to, rule, request, respondents, changes }: Part,
  names: PartNames,
): ChangePart {
  const stored = request === null ? undefined : names.requests.get(request)
  return {
    ...(supplierId === undefined
      ? {}
      : { sup: supplierId ?? 0, supplier: supplierId === null ? null : (names.suppliers.get(supplierId) ?? null) }),
    cause,
    from_code: from,
    to_code: to,
    rule,
    request,
    request_number: stored?.number ?? null,
    undoes_number: stored?.undoes ?? null,
    respondents,
    changes,
  }
}

/** The codes that a part's code stands for; left out: those that the view does not have. */
function codesOf(code: number | undefined, view: StreamViewType): readonly RespondentCode[] {
  const hidden = view === 'internal' ? [] : HIDDEN_CODES
  if (code === undefined) return hidden
  return isCode(code) && !hidden.includes(code) ? [code] : []
}

type AskedKeys = {
  readonly [Key in Exclude<keyof typeof CHANGE_PART_KEYS, 'cause' | 'rule'>]?: number
} & { readonly cause: ChangeCause; readonly rule?: string }

/** The lines of the ledger that a part stands for. */
export function storedPart(
  { sup, cause, from_code: from, to_code: to, rule, request }: AskedKeys,
  view: StreamViewType,
): StoredPart {
  const isInternal = view === 'internal'
  return {
    supplierId: isInternal && sup !== undefined ? sup || null : undefined,
    causes: isInternal ? [cause] : (EXTERNAL_CAUSES[cause] ?? [cause]),
    fromCodes: cause === 'entered' ? null : codesOf(from, view),
    toCodes: codesOf(to, view),
    rule: isInternal ? (rule ?? null) : undefined,
    request: request ?? null,
  }
}

/** The events of an answer, of those that were read: one more where there are more. */
export const eventsOnWire = (
  events: readonly StoredChangeEvent[],
): { readonly events: readonly ChangeEvent[]; readonly has_more_events: boolean } => ({
  events: events.slice(0, CHANGE_EVENTS_MAX).map(event => ({ ...event, at: event.at.toISOString() })),
  has_more_events: events.length > CHANGE_EVENTS_MAX,
})

/** The respondents of a part; each leads to Explain. */
export const respondentsOnWire = (
  accountId: number,
  found: readonly StoredRespondent[],
): readonly ChangedRespondent[] =>
  found.map(({ at, rdud, rid, sourceId, surveyId, projectId }) => ({
    at: at.toISOString(),
    rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
    rid,
    stmid: sourceId,
    pm_sy_ud: surveyId,
    pm_proj_ud: projectId,
  }))
