import type { FieldFault } from '@desk/machines/form/form.fields'
import type { FieldPlan } from './field-kinds.ts'
import { refusalOf } from './typed-number.ts'

const at = (value: unknown, [step, ...more]: readonly string[]): unknown =>
  step === undefined
    ? value
    : typeof value === 'object' && value !== null
      ? at(Object.entries(value).find(([name]) => name === step)?.[1], more)
      : undefined

/** Digits and dots that make no number: for these the spec has words of its own (§5.12, §5.19). */
const hasOwnWords = (typed: string, message: string): boolean =>
  /^[\d.]+$/.test(typed) && message.endsWith('valid number')

/** Gives a typed text that is no number its own fault, instead of the schema's general text. */
export function withRefusedNumbers(
  fields: readonly FieldPlan[],
  wire: unknown,
  faults: readonly FieldFault[],
): readonly FieldFault[] {
  const numbers = new Set(
    fields.flatMap(field =>
      field.kind === 'number' ? [field.name] : field.kind === 'data' ? (field.numbers ?? []) : [],
    ),
  )
  return faults.map(fault => {
    const value = numbers.has(fault.path.at(-1) ?? '') ? at(wire, fault.path) : undefined
    const message = typeof value === 'string' ? refusalOf(value) : undefined
    return message === undefined || (typeof value === 'string' && hasOwnWords(value, fault.message))
      ? fault
      : { ...fault, message }
  })
}
