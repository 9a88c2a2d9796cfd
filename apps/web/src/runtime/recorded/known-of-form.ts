import { actMachine } from '@desk/machines/act/act.machine'
import * as acts from '@desk/machines/act/act.selectors'
import { restore, type MachineState } from '@desk/machines/runtime/step'
import type { FormContext } from '@desk/machines/form/form.setup'
import type { ReconciliationContext } from '@desk/machines/reconciliation/reconciliation.setup'
import type { UserDialogContext } from '@desk/machines/user-dialog/user-dialog.machine'
import type { RecordedMoment } from './recorded-moment.ts'
import type { KnownFields } from './sample-of.ts'

/** A form that was open. */
export type OpenForm = FormContext & { readonly form: string }

const contextOf = <C>({ context }: MachineState): C =>
  // The machine is the one that the key names.
  context as C

const isOpen = ({ value }: MachineState): boolean => typeof value === 'object' && Object.hasOwn(value, 'open')

/** The forms that were open: a dialog's may be over a page's. */
export function openFormsOf({ states }: RecordedMoment): readonly OpenForm[] {
  return Object.entries(states).flatMap(([key, state]) => {
    if (!key.startsWith('form/') || !isOpen(state)) return []
    const context = contextOf<FormContext>(state)
    return context.form === null ? [] : [{ ...context, form: context.form }]
  })
}

/** The user dialog that was open. */
export function openUserDialogOf({ states }: RecordedMoment): UserDialogContext | null {
  const found = Object.entries(states).findLast(
    ([key, state]) => key.startsWith('user-dialog/') && contextOf<UserDialogContext>(state).viewer !== null,
  )
  return found === undefined ? null : contextOf<UserDialogContext>(found[1])
}

/** The dialogs of acts that were open, by the keys of their machines. */
export function openActsOf({ states }: RecordedMoment) {
  return Object.entries(states).flatMap(([key, state]) => {
    if (!key.startsWith('act/')) return []
    const snapshot = restore(actMachine, state)
    const dialog = acts.dialog(snapshot)
    return dialog === null ? [] : [[key, { ...dialog, isBusy: acts.isBusy(snapshot) }] as const]
  })
}

/** The project whose reconciliation was open; null: none was. */
export function reconciledProjectOf({ path, states }: RecordedMoment): number | null {
  if (!path.includes('/reconciliation')) return null
  const found = Object.entries(states).findLast(([key]) => key.startsWith('reconciliation/'))
  return found === undefined ? null : contextOf<ReconciliationContext>(found[1]).projectId
}

/** Ids as a page's path has them: each follows its noun. */
const IN_PATH = {
  pm_proj_ud: /\/(?:projects|project)\/(\d+)/,
  pm_sy_ud: /\/survey\/(\d+)/,
  stmid: /\/(?:stream|manual-streams)\/(\d+)/,
  stream_ud: /\/(?:stream|manual-streams)\/(\d+)/,
  pm_sup_ud: /\/suppliers\/(\d+)/,
  qualifications_uid: /\/qualifications\/(\d+)/,
} as const

/** The known fields of the things on a form's page: their ids, and the form's initial values. */
export function knownOf(moment: RecordedMoment): KnownFields {
  const { path } = moment
  const ids = Object.fromEntries(
    Object.entries(IN_PATH).flatMap(([name, pattern]) => {
      const [, id] = pattern.exec(path) ?? []
      return id === undefined ? [] : [[name, Number(id)]]
    }),
  )
  const dialog = openUserDialogOf(moment)
  return {
    ...Object.assign({}, ...openFormsOf(moment).map(({ initial }) => initial)),
    ...ids,
    ...(path.includes('/manual-streams/') ? { type: 'classic' } : {}),
    ...(dialog === null
      ? {}
      : {
          uid: dialog.user?.uid,
          role_id: dialog.user?.role_id,
          isRepdataUser: dialog.user?.isStaffUser,
          version: dialog.user?.version,
          isRepData: dialog.viewer?.isStaffAccount,
          account_type: dialog.viewer?.isDeskAccount === false ? 'DEFENDER' : 'DESK',
          inv_by_business_unit_flg: dialog.viewer?.invoicesByBusinessUnit,
        }),
  }
}
