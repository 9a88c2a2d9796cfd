import type { Schema } from 'effect'

export type Cells = Readonly<Record<string, Schema.Json>>

/** Gives the cells of `after` whose value differs from `before`, or null when none does. */
export function changedCells(before: Cells, after: Cells): Cells | null {
  let changed: Record<string, Schema.Json> | null = null
  for (const column of Object.keys(after)) {
    const value = after[column]
    if (value === undefined || isSameJson(before[column], value)) continue
    changed ??= {}
    changed[column] = value
  }
  return changed
}

function isSameJson(one: Schema.Json | undefined, other: Schema.Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  return JSON.stringify(one) === JSON.stringify(other)
}
