import { asksToLeave, hasUnsaved, isBusy, message, offeredDraft } from '@desk/machines/form/form.selectors'
import { useSelector } from '@xstate/react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#ui/button.tsx'
import { FormContext } from './form-context.ts'
import { DraftOffered, LeaveQuestion, WarningQuestion, type DraftAnswer } from './form-notices.tsx'
import styles from './forms.module.css'
import { StaleDialog } from './stale-dialog.tsx'
import { focusIn } from './form-hooks.ts'
import { useUndrawnFaults } from './undrawn-faults.ts'
import type { Form } from './use-form.ts'

/** The form's present state, for its shell. */
export function useFormStand({ form }: Form) {
  return {
    isOpen: useSelector(form, snapshot => snapshot.matches('open')),
    isBusy: useSelector(form, isBusy),
    hasUnsaved: useSelector(form, hasUnsaved),
  }
}

/** More faults than these are given by number. */
const FAULTS_SHOWN = 5

/** The server's message about the whole, and the faults that no field shows. */
function Problem({ form }: { form: Form }) {
  const place = useRef<HTMLDivElement>(null)
  const said = useSelector(form.form, present => message(present))
  const words = [...new Set(useUndrawnFaults(form).map(fault => fault.words))]
  const more = words.length - FAULTS_SHOWN
  const lines = [
    ...(said === null ? [] : [said]),
    ...words.slice(0, FAULTS_SHOWN),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ]
  const text = lines.join('\n')
  useEffect(() => {
    // Save is at the lower edge, and this above the first field
    if (text !== '') place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return lines.length === 0 ? null : (
    <div ref={place} className={styles['problem']} role="alert" tabIndex={-1} data-problems>
      {lines.map(line => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

/** Earlier unsaved values. */
function Draft({ form: { form, draftText, id, plan } }: { form: Form }) {
  const isOffered = useSelector(
    form,
    present => present.matches({ open: 'pristine' }) && offeredDraft(present) !== null,
  )
  const first = plan.fields[0]?.name ?? ''
  const answer = (type: DraftAnswer) => {
    form.send({ type })
    focusIn(id, first)
  }
  return isOffered ? <DraftOffered text={draftText} onAnswer={answer} /> : null
}

/** The form itself: its problem, its draft, its fields. */
export function FormBody({ form, children }: { form: Form; children: React.ReactNode }) {
  return (
    <FormContext value={form}>
      <form
        id={form.id}
        className={styles['form']}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          form.form.send({ type: 'form.submitRequested' })
        }}
      >
        <Problem form={form} />
        <Draft form={form} />
        {children}
      </form>
    </FormContext>
  )
}

/** The form's own dialogs: about leaving, about warnings, and about another user's change. */
export function FormQuestions({ form }: { form: Form }) {
  const asks = useSelector(form.form, asksToLeave)
  const stale = useSyncExternalStore(form.stale.subscribe, form.stale.read)
  const asked = useSyncExternalStore(form.asked.subscribe, form.asked.read)
  const { whoChanged } = form.plan
  const who = useQuery({
    queryKey: ['form.whoChanged', form.id, stale?.version],
    queryFn: async () => (await whoChanged?.()) ?? null,
    enabled: stale !== null && whoChanged !== undefined,
    retry: false,
    gcTime: 0,
  })
  return (
    <>
      <LeaveQuestion isOpen={asks} onAnswer={type => form.form.send({ type })} />
      {asked === null ? null : <WarningQuestion {...asked} />}
      {stale === null ? null : (
        <StaleDialog
          key={stale.version}
          stale={stale}
          thing={form.plan.thing}
          fields={form.plan.fields}
          who={who.data ?? null}
          onSettle={form.settle}
          onPostpone={form.postpone}
        />
      )}
    </>
  )
}

/** Save and Cancel, in this order of reading: Cancel first, then what else saves. @param saveLabel null: it is only read */
export function FormButtons({
  form,
  saveLabel,
  otherSave,
}: {
  form: Form
  saveLabel: string | null
  otherSave?: React.ReactNode
}) {
  const stand = useFormStand(form)
  return (
    <>
      <Button onPress={() => form.form.send({ type: 'form.leaveRequested', to: null })} isDisabled={stand.isBusy}>
        {saveLabel === null ? 'Back' : 'Cancel'}
      </Button>
      {saveLabel === null ? null : (
        <>
          {otherSave}
          <Button variant="primary" type="submit" form={form.id} isPending={stand.isBusy}>
            {saveLabel}
          </Button>
        </>
      )}
    </>
  )
}
