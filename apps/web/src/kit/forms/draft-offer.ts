import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { Draft } from '#runtime/journal/drafts.ts'
import { dateTimeText, dayText, hourText } from '#ui/format/times.ts'

/** A draft compared with the stored object. */
export interface DraftOffer {
  /** The fields that restoring changes. */
  readonly values: FormValues
  readonly atMs: number
  readonly hadSecrets: boolean
  /** Another user changed one of these fields after the draft was begun. */
  readonly isOverChanges: boolean
}

const pick = (values: FormValues, isPicked: (name: string) => boolean): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name)))

/** The restorable part of a draft, or null when everything is already stored: the interrupted save succeeded. */
export function offerOf({ values, before, atMs, hadSecrets }: Draft, present: FormValues): DraftOffer | null {
  const differs = (name: string, than: FormValues) => canonicalJson(than[name]) !== canonicalJson(present[name])
  const changed = pick(values, name => differs(name, values))
  const names = Object.keys(changed)
  return names.length === 0
    ? null
    : { values: changed, atMs, hadSecrets, isOverChanges: names.some(name => differs(name, before)) }
}

/** The words of the offer. @param thing the thing that the form edits: 'user' @param zone the zone of the reader */
export function draftWords(
  { atMs, hadSecrets, isOverChanges }: DraftOffer,
  thing: string,
  zone: string,
  nowMs: number = Date.now(),
): string {
  const when = dayText(atMs, zone) === dayText(nowMs, zone) ? hourText(atMs, zone) : dateTimeText(atMs, zone)
  return `You have unsaved changes from ${when}.${isOverChanges ? ` This ${thing} was changed since: restoring puts yours in place of that.` : ''}${hadSecrets ? ' The password is not stored: type it again.' : ''}`
}
