import type { WhatIfQuery } from '@desk/schema/forecasts/what-if'
import type { TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { ApiClient } from '#runtime/api/api-client.ts'
import type { Desk } from '#runtime/desk.ts'

/** The effect of an edit, before it is saved. */
export interface CellVerdict<Order> {
  readonly from: string
  readonly to: string
  /** Whom it concerns, and what follows. */
  readonly notes: readonly string[]
  /** The warnings that the form has too. */
  readonly warnings: readonly string[]
  /** A further change that the same save can make, as the form offers it. */
  readonly offer?: string | null
  /** Null: it is as it was, or cannot be saved. */
  readonly order: Order | null
  readonly fault: string | null
}

export interface AfterSend {
  /** @param undo null: nothing can bring the former value back */
  readonly onDone: (undo: (() => void) | null) => void
  readonly onUndone: () => void
  /** @param isUndo it was the call that sets it back */
  readonly onFailed: (failure: unknown, isUndo: boolean) => void
}

/** How one field of one object is edited in its cell. Basis: the object as it is before; Order: the call that an edit makes. */
export interface CellRules<Basis, Order> {
  readonly noun: 'source' | 'survey'
  readonly id: number
  readonly name: string
  readonly field: string
  /** The field's, as in the form. */
  readonly label: string
  readonly input: 'text' | 'decimal' | 'numeric' | 'moment'
  readonly read: (api: ApiClient, zones: readonly TimeZoneItem[], signal: AbortSignal) => Promise<Basis>
  /** The stored value as its input shows it. */
  readonly typedOf: (basis: Basis) => string
  /** The stored value in words. */
  readonly saidOf: (basis: Basis) => string
  /** By the schema and the warnings of the form. */
  readonly judge: (basis: Basis, typed: string, nowMs: number) => CellVerdict<Order>
  /** The what-if of an edit; null: it moves no forecast. */
  readonly whatIf: (order: Order) => WhatIfQuery | null
  /** The write of the form, with the versions that were read. @param takesOffer the user left the offer chosen */
  readonly send: (desk: Desk, basis: Basis, order: Order, takesOffer: boolean, after: AfterSend) => void
  /** Invalidates the data that shows it. */
  readonly forget: (desk: Desk) => void
}
