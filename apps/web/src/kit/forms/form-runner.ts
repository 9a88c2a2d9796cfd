import {
  describeForm,
  faultKey,
  faultsOf,
  faultText,
  type FieldFault,
  type FormField,
} from '@desk/machines/form/form.fields'
import { formMachine } from '@desk/machines/form/form.machine'
import { values as formValues } from '@desk/machines/form/form.selectors'
import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { Schema } from 'effect'
import { ApiError, failureMessage, GENERIC_FAILURE, isRefused, isStale, requestIdOf } from '#runtime/api/api-error.ts'
import { NotConfirmed } from '#kit/confirmation/not-confirmed.ts'
import { run, type EventRecorder, type Runner } from '#runtime/runner.ts'
import { openValues, wireValues, type FieldPlan } from './field-kinds.ts'
import { withRefusedNumbers } from './number-faults.ts'
import { differencesOf, keptOfMine, type Choices, type Difference } from './three-way.ts'

export type Version = string | number

/** A save's data in addition to the values. */
export interface SaveFacts {
  /** As the editor saw the object last; null: of a new one. */
  readonly version: Version | null
  /** The same for a repeat of a save whose answer was lost, another for anything else: the header 'idempotency-key'. */
  readonly idempotencyKey: string
}

/** A value that may be saved, and is seldom meant. */
export interface FormWarning {
  /** Of the field, or of the part of it: 'suppliers_0_supplier_cpi'. */
  readonly key: string
  readonly words: string
}

/** Saves once more, under a key of its own. */
export type SaveAgain<Saved> = (idempotencyKey: string) => Promise<Saved>

/** One form: what it edits, by which schema, and where it is saved. */
export interface FormPlan<Saved, Sent = FormValues> {
  /** Which form of what: 'project.edit 12', 'project.create'. A draft is offered to the same one alone. */
  readonly form: string
  /** The edited thing, in words: 'project'. */
  readonly thing: string
  /** The same schema that the server judges by. */
  readonly schema: Schema.Decoder<Sent> & Schema.Constraint
  /** In the order in which they are shown. */
  readonly fields: readonly FieldPlan<Sent>[]
  /** The stored object, or the defaults of a new one: its fields by name. */
  readonly stored: object
  /** null: it makes a new one. */
  readonly version: Version | null
  /** The judged and sent object, made of the usual wire values; for fields that the usual rules do not fit. */
  readonly toWire?: (wire: FormValues) => FormValues
  /** The warnings under fields, which a save asks about once more. */
  readonly warningsOf?: (values: FormValues) => readonly FormWarning[]
  readonly save: (sent: Sent, facts: SaveFacts) => Promise<Saved>
  /** Reads the object of a conflict (409), or of the save's answer; null when it is none. Needed to edit. */
  readonly readStored?: (current: unknown) => { readonly stored: object; readonly version: Version } | null
  /** The last user who saved it, shown with a conflict: 'Ada Byron'; null when unknown. */
  readonly whoChanged?: () => Promise<string | null>
  /** @param undo saves the earlier version again; null: there is none, or the schema refuses it by now */
  readonly onSaved: (saved: Saved, undo: SaveAgain<Saved> | null) => void
  /** It was cancelled. */
  readonly onCancelled: () => void
}

/** The runner's ports. */
export interface FormPorts {
  readonly recorder: EventRecorder & { readonly instanceOf: (machine: string) => string }
  readonly goTo: (path: string) => void
  readonly focusField: (field: string) => void
  readonly newKey: () => string
}

/** Another user saved the object since it was opened. */
export interface StaleEdit {
  readonly differences: readonly Difference[]
  readonly now: FormValues
  readonly stored: object
  readonly version: Version
}

/** Warnings of the coming save, until the user answers. */
export interface AskedWarnings {
  readonly warnings: readonly FormWarning[]
  readonly answer: (isSure: boolean) => void
}

/** A value that changes, for React. */
interface Observable<Value> {
  readonly read: () => Value
  readonly subscribe: (listener: () => void) => () => void
}

function observable<Value>(first: Value): Observable<Value> & { readonly set: (value: Value) => void } {
  let present = first
  const listeners = new Set<() => void>()
  return {
    read: () => present,
    subscribe: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: value => {
      present = value
      for (const listener of listeners) listener()
    },
  }
}

/** A running form. */
export interface OpenForm {
  readonly form: Runner<typeof formMachine>
  readonly open: () => void
  /** The page releases the form: calls under way end by themselves. */
  readonly close: () => void
  readonly stale: Observable<StaleEdit | null>
  /** The question before a save; null: there is none. */
  readonly asked: Observable<AskedWarnings | null>
  /** Goes on from the stored values, with mine where the user chose mine; saves it when anything of mine is left. */
  readonly settle: (choices: Choices) => void
  /** Back to the form as it is; the next save is judged again. */
  readonly postpone: () => void
}

const UNREACHED =
  'The server did not answer. Your entries are still here: check your connection, then press Save again.'
export const STALE_MESSAGE = 'It changed after you opened it. Your entries are still here.'

/** Why it was not saved, in words; null when the details say all of it, or the user cancelled. */
function refusalWords(failure: unknown, thing: string): string | null {
  if (failure instanceof NotConfirmed) return null
  if (!(failure instanceof ApiError)) return GENERIC_FAILURE
  if (failure.status === 0) return UNREACHED
  if (failure.status === 404) return `This ${thing} is not there any more.`
  return failure.details.length > 0 ? null : failureMessage(failure)
}

function describe<Sent>({ schema, fields }: Pick<FormPlan<unknown, Sent>, 'schema' | 'fields'>): readonly FormField[] {
  const described = describeForm(schema)
  const inOrder = fields.map(({ name }) => described.find(field => field.name === name) ?? { name, isSecret: false })
  return [...inOrder, ...described.filter(({ name }) => !fields.some(field => field.name === name))]
}

/** Runs one form by the form machine: checked by its schema, sent once, with conflicts compared field by field. */
export function openForm<Saved, Sent = FormValues>(plan: FormPlan<Saved, Sent>, ports: FormPorts): OpenForm {
  const described = describe(plan)
  // only values without a fault of the schema, whose type this is, are saved
  const save = (wire: FormValues, facts: SaveFacts) => plan.save(wire as Sent, facts)
  const names = plan.fields.map(({ name }) => name)
  let { stored } = plan
  let opened = openValues(plan.fields, stored)
  let version = plan.version
  const stale = observable<StaleEdit | null>(null)
  const asked = observable<AskedWarnings | null>(null)
  let lastSent = { text: '', key: '' }

  const wireOf = (values: FormValues): FormValues => {
    const wire = wireValues(plan.fields, values, stored)
    return plan.toWire?.(wire) ?? wire
  }
  const faults = (): readonly FieldFault[] => {
    const wire = wireOf(formValues(form.getSnapshot()))
    return withRefusedNumbers(plan.fields, wire, faultsOf(plan.schema, wire))
  }
  /** The warnings that the stored object does not have. */
  const newWarnings = (values: FormValues): readonly FormWarning[] => {
    const before = plan.warningsOf?.(opened) ?? []
    return (plan.warningsOf?.(values) ?? []).filter(({ words }) => !before.some(known => known.words === words))
  }
  const keyFor = (wire: FormValues): string => {
    const text = canonicalJson({ wire, version })
    if (text !== lastSent.text) lastSent = { text, key: ports.newKey() }
    return lastSent.key
  }
  const staleOf = (failure: unknown): StaleEdit | null => {
    if (!isStale(failure)) return null
    const read = plan.readStored?.(failure.current) ?? null
    if (read === null) return null
    const now = openValues(plan.fields, read.stored)
    return {
      differences: differencesOf(names, opened, formValues(form.getSnapshot()), now),
      now,
      stored: read.stored,
      version: read.version,
    }
  }

  const form: Runner<typeof formMachine> = run(ports.recorder.instanceOf('form'), formMachine, {
    recorder: ports.recorder,
    handlers: {
      validateField: ({ field }, send) => {
        const fault = faults().find(each => faultKey(each) === field)
        send({ type: 'field.validated', field, message: fault === undefined ? null : faultText(fault) })
      },
      validate: ({ attemptNo }, send) => send({ type: 'form.validated', attemptNo, faults: faults() }),
      submit: ({ attemptNo, values }, send) => {
        const wire = wireOf(values)
        const sendIt = () => {
          save(wire, { version, idempotencyKey: keyFor(wire) }).then(
            saved => {
              const read = plan.readStored?.(saved) ?? null
              const back = wireOf(opened)
              const canUndo = version !== null && read !== null && faultsOf(plan.schema, back).length === 0
              opened = values
              stored = read?.stored ?? stored
              version = read?.version ?? version
              lastSent = { text: '', key: '' }
              send({ type: 'form.saved', attemptNo })
              const facts = { version }
              plan.onSaved(saved, canUndo ? idempotencyKey => save(back, { ...facts, idempotencyKey }) : null)
            },
            (failure: unknown) => {
              const conflict = staleOf(failure)
              // The same key would get the same refusal: only an unanswered save is repeated under it.
              if (isRefused(failure)) lastSent = { text: '', key: '' }
              const details = failure instanceof ApiError ? failure.details : []
              send({
                type: 'form.refused',
                attemptNo,
                message: conflict === null ? refusalWords(failure, plan.thing) : STALE_MESSAGE,
                details,
                ...requestIdOf(failure),
              })
              if (conflict !== null) stale.set(conflict)
            },
          )
        }
        const warnings = newWarnings(values)
        if (warnings.length === 0) sendIt()
        else
          asked.set({
            warnings,
            answer: isSure => {
              asked.set(null)
              if (isSure) sendIt()
              else send({ type: 'form.refused', attemptNo, message: null, details: [] })
            },
          })
      },
      focusField: ({ field }) => ports.focusField(field),
      leave: ({ to }) => (to === null ? plan.onCancelled() : ports.goTo(to)),
      // None of these forms has a secret field.
      forgetSecrets: () => undefined,
    },
  })

  return {
    form,
    open: () => form.send({ type: 'form.opened', form: plan.form, fields: described, values: opened }),
    close: () => form.send({ type: 'form.closed' }),
    stale,
    asked,
    settle: choices => {
      const conflict = stale.read()
      if (conflict === null) return
      const { differences, now } = conflict
      const kept = Object.entries(keptOfMine(differences, choices))
      // Changes discarded here are no draft to be offered later.
      for (const { name } of differences) form.send({ type: 'field.changed', field: name, value: opened[name] ?? null })
      opened = now
      ;({ stored, version } = conflict)
      stale.set(null)
      form.send({ type: 'form.opened', form: plan.form, fields: described, values: now })
      for (const [field, value] of kept) form.send({ type: 'field.changed', field, value })
      if (kept.length > 0) form.send({ type: 'form.submitRequested' })
    },
    postpone: () => stale.set(null),
  }
}
