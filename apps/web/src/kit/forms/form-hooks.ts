import type { formMachine } from '@desk/machines/form/form.machine'
import { hasUnsaved } from '@desk/machines/form/form.selectors'
import type { FormValues } from '@desk/machines/form/form.setup'
import { user as signedInUser } from '@desk/machines/session/session.selectors'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { Runner } from '#runtime/runner.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { draftWords, offerOf, type DraftOffer } from './draft-offer.ts'

/** The place of a field, or of the one that a key leads into: 'suppliers_0_supplier_cpi' into 'suppliers'. */
function placeOf(form: HTMLElement, key: string): HTMLElement | null {
  const place = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(key)}"]`)
  const end = key.lastIndexOf('_')
  return place ?? (end === -1 ? null : placeOf(form, key.slice(0, end)))
}

/**
 * Focuses a field by its name within an element: its faulty part first; without such a field, the message above the
 * form. It comes back to life with the next render, and is focused then.
 */
export function focusIn(placeId: string, field: string): void {
  requestAnimationFrame(() => {
    const form = document.getElementById(placeId)
    const place = form && placeOf(form, field)
    const focused =
      place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      place?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, select, button')
    ;(focused ?? form?.querySelector<HTMLElement>('[data-problems]'))?.focus()
  })
}

/** No part of a form is left for the next user (law 4). */
export function useEndOfSession(me: Pick<CurrentUser, 'uid' | 'pm_dsh_ud'>, end: () => void): void {
  const desk = useDesk()
  const { uid, pm_dsh_ud } = me
  useEffect(() => {
    const { unsubscribe } = desk.session.subscribe(snapshot => {
      const present = signedInUser(snapshot)
      if (present?.uid !== uid || present.pm_dsh_ud !== pm_dsh_ud) end()
    })
    return unsubscribe
  }, [desk, uid, pm_dsh_ud, end])
}

/** Back, and any other navigation, asks first when there are unsaved changes. */
export function useLeaveGuard(form: Runner<typeof formMachine>): void {
  const desk = useDesk()
  const { options } = useRouter()
  const asks = useCallback(
    (to: string) => {
      if (!hasUnsaved(form.getSnapshot())) return false
      form.send({ type: 'form.leaveRequested', to })
      return true
    },
    [form],
  )
  useEffect(() => desk.newAddresses.guard(path => !asks(path)), [desk, asks])
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== current.pathname && asks(next.pathname + options.stringifySearch(next.search)),
  })
}

/** The search terms of a draft. */
export interface DraftOwner {
  readonly me: Pick<CurrentUser, 'uid' | 'pm_dsh_ud'>
  /** Which form of what. */
  readonly key: string
  /** The edited thing, in words. */
  readonly thing: string
  /** The initial values of its fields; the same object between renders. */
  readonly present: FormValues
  /** Whether the form is open: one that is not takes no draft. */
  readonly isOpen?: boolean
}

/** Looks for this user's unsaved draft of the form, and lets the form offer it. Gives its text. */
export function useDraft(
  form: Runner<typeof formMachine>,
  { me: { uid, pm_dsh_ud }, key, thing, present, isOpen = true }: DraftOwner,
): string | null {
  const desk = useDesk()
  const { name: zone } = useZone()
  const [offer, setOffer] = useState<DraftOffer | null>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    let isGone = false
    const openedAtMs = Date.now()
    const look = async () => {
      const draft = await desk.findDraft({ uid, pm_dsh_ud }, key, openedAtMs)
      const offered = draft === null ? null : offerOf(draft, present)
      // Who types already is busy with something newer, and would be offered that very typing.
      if (isGone || offered === null || hasUnsaved(form.getSnapshot())) return
      setOffer(offered)
      form.send({ type: 'form.draftFound', form: key, values: offered.values })
    }
    // Where the browser keeps no database there is no draft either.
    look().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [desk, form, uid, pm_dsh_ud, key, present, isOpen])
  return offer === null ? null : draftWords(offer, thing, zone)
}
