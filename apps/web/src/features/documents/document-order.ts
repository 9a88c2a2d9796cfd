import type { ProjectDocument } from '@desk/schema/documents/document'

/** The orders of the list. */
export const ORDERS = { name: 'Name', newest: 'Newest first', largest: 'Largest first', kind: 'Kind' } as const
export type Order = keyof typeof ORDERS

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const COMPARE: Readonly<Record<Order, (one: ProjectDocument, other: ProjectDocument) => number>> = {
  name: () => 0,
  newest: (one, other) => other.file.uploaded_at.localeCompare(one.file.uploaded_at),
  largest: (one, other) => other.file.size_bytes - one.file.size_bytes,
  kind: (one, other) => byName.compare(one.kind, other.kind),
}

/** Documents in an order; those that are the same in it by name. */
export function inOrder(documents: readonly ProjectDocument[], order: Order): readonly ProjectDocument[] {
  return documents.toSorted((one, other) => COMPARE[order](one, other) || byName.compare(one.name, other.name))
}

/** Whether a text names an order. */
export const isOrder = (text: string): text is Order => Object.hasOwn(ORDERS, text)
