import type { BulkPlan } from '#kit/bulk/bulk-plan.ts'

/** The rows that will change, each with its warning. */
export const warningsOf = ({ changes }: Pick<BulkPlan, 'changes'>) => changes.map(({ id, warning }) => [id, warning])
