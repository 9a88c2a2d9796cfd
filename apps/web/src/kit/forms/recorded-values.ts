import { formMachine } from '@desk/machines/form/form.machine'
import type { FormValues } from '@desk/machines/form/form.setup'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { restore } from '@desk/machines/runtime/step'
import { toObserver, type SnapshotFrom } from 'xstate'
import type { Runner } from '#runtime/runner.ts'
import type { FieldPlan, FormValue } from './field-kinds.ts'

type FormSnapshot = SnapshotFrom<typeof formMachine>

/**
 * Whether a field can show such a value: a recording may have a mask in place of a date or a list, and another build
 * may have had another kind.
 */
export function fits({ kind }: FieldPlan, value: FormValue | undefined, empty: FormValue | undefined): boolean {
  if (value === undefined) return false
  if (kind === 'text' || kind === 'number') return typeof value === 'string'
  if (kind === 'switch') return typeof value === 'boolean'
  if (kind === 'choice') return value === null || typeof value === 'string' || typeof value === 'number'
  if (kind === 'choices') return Array.isArray(value)
  if (kind === 'moment') return typeof value === 'string' && /^(\d{4}-\d\d-\d\dT\d\d:\d\d.*)?$/.test(value)
  return Array.isArray(empty) ? Array.isArray(value) && !value.includes(null) : typeof value === typeof empty
}

/** The content of a recorded field, in words, where its control cannot show it; null: it can. */
export function unfitWords(plan: FieldPlan, value: FormValue | undefined, empty: FormValue | undefined): string | null {
  if (value === undefined || fits(plan, value, empty)) return null
  return typeof value === 'string' ? value : canonicalJson(value)
}

/** A recorded form as its page can draw it: what no control shows is empty. */
export function drawable(
  form: Runner<typeof formMachine>,
  fields: readonly FieldPlan[],
  empty: FormValues,
): Runner<typeof formMachine> {
  const made = new WeakMap<FormSnapshot, FormSnapshot>()
  const fitting = (values: FormValues): FormValues => ({
    ...values,
    ...Object.fromEntries(
      fields.flatMap(plan => {
        const { name } = plan
        return fits(plan, values[name], empty[name]) ? [] : [[name, empty[name] ?? null]]
      }),
    ),
  })
  const of = (snapshot: FormSnapshot): FormSnapshot => {
    const known = made.get(snapshot)
    if (known !== undefined) return known
    const { value, context } = snapshot
    const shown = restore(formMachine, {
      value,
      context: { ...context, values: fitting(context.values), initial: fitting(context.initial) },
    })
    made.set(snapshot, shown)
    return shown
  }
  return {
    ...form,
    getSnapshot: () => of(form.getSnapshot()),
    subscribe: (nextOrObserver: Parameters<typeof toObserver<FormSnapshot>>[0]) => {
      const { next } = toObserver(nextOrObserver)
      return form.subscribe(snapshot => next?.(of(snapshot)))
    },
  }
}
