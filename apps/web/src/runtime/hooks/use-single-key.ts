import { useEffect, useRef } from 'react'
import { usePreference } from './use-preference.ts'

const isBoolean = (kept: unknown): kept is boolean => typeof kept === 'boolean'

/** Whether single keys (J, K, ?) do anything for this user, and how to change that (WCAG 2.1.4). */
export const useSingleKeys = () => usePreference('single-keys', true, isBoolean)

const TYPED_INTO = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'

const isTypedInto = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest(TYPED_INTO) !== null

/**
 * Calls `act` when the key is pressed alone, unless something is being typed or single keys are switched off.
 * @param key as KeyboardEvent.key has it: 'j', '?'
 */
export function useSingleKey(key: string, act: () => void): void {
  const [isOn] = useSingleKeys()
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      // with Caps Lock a letter is a capital
      const pressed = event.shiftKey ? event.key : event.key.toLowerCase()
      if (pressed !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      // a list that goes with a field hears of the field's keys as if they were its own: the field has the focus all the same
      if (isTypedInto(event.target) || isTypedInto(document.activeElement)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn, key])
}
