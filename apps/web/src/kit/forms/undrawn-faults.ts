import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { FieldPlan } from './field-kinds.ts'
import type { Form } from './use-form.ts'

/** A fault that no control shows. */
export interface UndrawnFault {
  /** The field that it is of, as far as the form's plan has it; null: of none. */
  readonly field: string | null
  /** Its text, with the field and the line in it: 'Suppliers 2: Supplier is not in the list'. */
  readonly words: string
}

const NONE: readonly UndrawnFault[] = []

const isWithin = (key: string, name: string): boolean => key === name || key.startsWith(`${name}_`)

/**
 * The faults of a form that no control shows: of a field that is not on the screen, or of a part that its field does not render.
 * @param errors by key: a path joined with underscores (§5.28)
 * @param drawn the keys whose faults are shown where they belong
 */
export function undrawnFaults(
  errors: Readonly<Record<string, string>>,
  fields: readonly Pick<FieldPlan, 'name' | 'label'>[],
  drawn: ReadonlySet<string>,
): readonly UndrawnFault[] {
  return Object.entries(errors).flatMap(([key, text]): readonly UndrawnFault[] => {
    if (drawn.has(key)) return []
    const field = fields.find(({ name }) => name === key) ?? fields.find(({ name }) => isWithin(key, name))
    if (field === undefined) return [{ field: null, words: text }]
    const lines = (key.slice(field.name.length).match(/\d+/g) ?? []).map(at => Number(at) + 1)
    return [
      { field: field.name, words: `${[field.label, lines.join('.')].filter(part => part !== '').join(' ')}: ${text}` },
    ]
  })
}

/** The form's faults that no control shows by now. */
export function useUndrawnFaults({ form, plan: { fields }, drawn }: Form): readonly UndrawnFault[] {
  const errors = useSelector(form, snapshot => snapshot.context.errors)
  const [undrawn, setUndrawn] = useState(NONE)
  useEffect(() => {
    // by then every control of this render has said what it draws
    const found = undrawnFaults(errors, fields, drawn)
    // oxlint-disable-next-line react/set-state-in-effect -- the drawn controls are known only once they are drawn
    setUndrawn(found.length === 0 ? NONE : found)
  }, [errors, fields, drawn])
  return undrawn
}
