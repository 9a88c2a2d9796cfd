import type { MachineState } from '../runtime/step.ts'

/**
 * Gives the canonical JSON of a plain value: keys sorted, undefined left out, as it would come back from storage.
 * @param value plain data; functions, which a machine's configuration may hold, become 'ƒ'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null'
  if (typeof value === 'function') return '"ƒ"'
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return `[${items.map(item => canonicalJson(item)).join(',')}]`
  }
  if (typeof value === 'object') {
    // Object.entries of an object known only as `object` has no item type.
    const fields = (Object.entries(value) as [string, unknown][]).filter(([, field]) => field !== undefined)
    fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
  }
  return 'null'
}

/**
 * Gives a 64-bit hash of a text, the same in Node and in every browser; quick, and not for secrets. Two 32-bit lanes of
 * multiply and xor-shift over UTF-16 units, mixed at the end.
 * @returns 16 hex digits
 */
export function hash64(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  const hex = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0')
  return hex(a) + hex(b)
}

/** Texts by object: contexts are immutable, so each object in them has one text. */
const texts = new WeakMap<object, string>()

function fieldText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return canonicalJson(value)
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = canonicalJson(value)
  texts.set(value, text)
  return text
}

/**
 * Gives the fingerprint of a machine's state: equal for equal states, on every computer.
 * @param state a snapshot or the plain state of one
 * @returns 16 hex digits
 */
export function fingerprint(state: MachineState): string {
  // Object.entries of an object known only as `object` has no item type.
  const fields = (Object.entries(state.context) as [string, unknown][]).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return hash64(
    `${canonicalJson(state.value)}{${fields.map(([key, field]) => `${JSON.stringify(key)}:${fieldText(field)}`).join(',')}}`,
  )
}
