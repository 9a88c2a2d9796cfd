import type { Schema } from 'effect'

export type Cells = Readonly<Record<string, Schema.Json>>

/** Gives the columns whose value differs between two states of a row. */
export function changedColumns(before: Cells, after: Cells): string[] {
  return Object.keys(after).filter(column => !isSameJson(before[column], after[column]))
}

function isSameJson(one: Schema.Json | undefined, other: Schema.Json | undefined): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  return JSON.stringify(one) === JSON.stringify(other)
}
