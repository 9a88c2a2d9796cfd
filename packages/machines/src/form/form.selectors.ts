import type { SnapshotFrom } from 'xstate'
import type { formMachine } from './form.machine.ts'
import { isDirty, type FormValues } from './form.setup.ts'

type Snapshot = SnapshotFrom<typeof formMachine>

/** The values of the fields that are not secret. */
export const values = (snapshot: Snapshot): FormValues => snapshot.context.values

/** The text under a field (§8.7), or null. `field` is its key: its path joined with underscores. */
export const errorOf = ({ context: { errors } }: Snapshot, field: string): string | null =>
  Object.hasOwn(errors, field) ? (errors[field] ?? null) : null

/** The server's message about the whole form when it refused it, or null. */
export const message = (snapshot: Snapshot): string | null => snapshot.context.message

/** Errors that belong to no field of the form, to be shown above it. */
export const otherErrors = ({ context: { errors, fields } }: Snapshot): readonly string[] =>
  Object.entries(errors).flatMap(([key, text]) =>
    fields.some(({ name }) => key === name || key.startsWith(`${name}_`)) ? [] : [text],
  )

/** The form is being checked or saved: fields and buttons are disabled. */
export const isBusy = (snapshot: Snapshot): boolean =>
  snapshot.matches({ open: 'validating' }) || snapshot.matches({ open: 'sending' })

export const isSaved = (snapshot: Snapshot): boolean => snapshot.matches({ open: 'saved' })

/** Whether something was typed that is not saved. */
export const hasUnsaved = (snapshot: Snapshot): boolean => snapshot.matches('open') && isDirty(snapshot.context)

/** Whether the form asks about leaving with unsaved changes. */
export const asksToLeave = (snapshot: Snapshot): boolean => snapshot.matches({ open: 'leaving' })

/** The values of an earlier draft that is offered, or null. */
export const offeredDraft = (snapshot: Snapshot): FormValues | null => snapshot.context.draft

/**
 * The unsaved draft of a form that was cut off, folded from its journal; secrets are not in it.
 * @returns the form and its values, to be offered as `form.draftFound` to the same user, or null
 */
export function draftOf(snapshot: Snapshot): { readonly form: string; readonly values: FormValues } | null {
  const { form, values: typed } = snapshot.context
  return form !== null && hasUnsaved(snapshot) ? { form, values: typed } : null
}
