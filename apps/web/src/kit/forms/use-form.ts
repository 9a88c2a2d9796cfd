import type { FormValues } from '@desk/machines/form/form.setup'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useEffect, useId, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { openValues } from './field-kinds.ts'
import { focusIn, useDraft, useEndOfSession, useLeaveGuard } from './form-hooks.ts'
import { drawable } from './recorded-values.ts'
import { openForm, type FormPlan, type OpenForm } from './form-runner.ts'

/** The plan's facts for shell and fields. */
export type FormLook = Pick<FormPlan<unknown>, 'thing' | 'fields' | 'version' | 'whoChanged' | 'warningsOf'>

/** A form as its shell and its fields use it. */
export interface Form extends OpenForm {
  readonly id: string
  /** It was opened; before, its shell shows that it loads. */
  readonly isReady: boolean
  readonly plan: FormLook
  /** The words about a found draft. */
  readonly draftText: string | null
  /** The fields with input: unchanged ones are checked with the whole form. */
  readonly touched: Set<string>
  /** The faults that controls show, by key; every other one is shown above the form. */
  readonly drawn: Set<string>
  /** Of a recording: the form as it was, and what its fields hold when they are empty. */
  readonly recorded: { readonly form: OpenForm['form']; readonly empty: FormValues } | null
}

/**
 * Opens a form for as long as the component is mounted.
 * @param plan the one of the first render counts: a later read must not overwrite input. Another object needs another
 * mount (`key`)
 * @param me the user
 */
export function useForm<Saved, Sent = FormValues>(
  plan: FormPlan<Saved, Sent>,
  me: Pick<CurrentUser, 'uid' | 'pm_dsh_ud'>,
): Form {
  const desk = useDesk()
  const id = useId()
  const [first] = useState(() => ({
    plan,
    present: openValues(plan.fields, plan.stored),
    touched: new Set<string>(),
    drawn: new Set<string>(),
  }))
  const [opened] = useState(() =>
    openForm(first.plan, {
      recorder: desk.recorder,
      goTo: path => desk.history.push(path),
      focusField: field => focusIn(id, field),
      newKey: () => crypto.randomUUID(),
    }),
  )
  const [{ open, recorded }] = useState(() =>
    desk.isRecorded
      ? {
          open: { ...opened, form: drawable(opened.form, first.plan.fields, first.present) },
          recorded: { form: opened.form, empty: first.present },
        }
      : { open: opened, recorded: null },
  )
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    let isGone = false
    // Typing must not be lost with a page that goes before the journal's code has come.
    void desk.keepsTyping().then(() => {
      if (isGone) return
      open.open()
      setIsReady(true)
    })
    return () => {
      isGone = true
      open.close()
    }
  }, [desk, open])
  useEndOfSession(me, open.close)
  useLeaveGuard(open.form)
  const draftText = useDraft(open.form, {
    me,
    key: first.plan.form,
    thing: first.plan.thing,
    present: first.present,
    isOpen: isReady,
  })
  return { ...open, isReady, id, plan: first.plan, draftText, touched: first.touched, drawn: first.drawn, recorded }
}
