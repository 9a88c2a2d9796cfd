import { canonicalJson } from '@desk/machines/journal/fingerprint'
import { useEffect, useRef, useState } from 'react'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import type { FieldState } from '#kit/forms/form-context.ts'

/** The pause in typing after which the form gets the value; on blur it gets it at once. */
const QUIET_MS = 250

export interface DeferredField<Value> {
  readonly value: Value
  readonly change: (change: (value: Value) => Value) => void
  /** Gives the form the value now: before it is sent or left. */
  readonly flush: () => void
}

/**
 * A large typed field: each key renders only its own line, and the form gets the whole value after a pause. Values set from
 * outside (a draft, another user's change) come in at once.
 */
export function useDeferredField<Value>(field: Pick<FieldState, 'value' | 'change'>): DeferredField<Value> {
  // the form's own field, which has no other writer
  const given = field.value as unknown as Value
  const [seen, setSeen] = useState(given)
  const [value, setValue] = useState(given)
  if (given !== seen) {
    setSeen(given)
    // a value from here comes back as it is
    if (canonicalJson(given) !== canonicalJson(value)) setValue(given)
  }
  const deferred = useRef(new DeferredValue<Value>())
  useEffect(() => {
    deferred.current.present = value
    deferred.current.tell = next => field.change(next as unknown as FormValue)
  })
  useEffect(() => {
    const open = deferred.current
    return () => open.flush()
  }, [])
  return {
    value,
    change: change => setValue(deferred.current.later(change)),
    flush: () => deferred.current.flush(),
  }
}

/** Typed text that the form does not have yet. */
class DeferredValue<Value> {
  present: Value | undefined
  tell: (value: Value) => void = () => undefined
  #waiting: { readonly value: Value } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  later(change: (value: Value) => Value): Value {
    // set by the effect of the first render
    const value = change(this.#waiting === null ? (this.present as Value) : this.#waiting.value)
    this.#waiting = { value }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), QUIET_MS)
    return value
  }

  flush(): void {
    clearTimeout(this.#timer)
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) this.tell(waiting.value)
  }
}
