import type { SellScope } from '@desk/schema/statements/sell-line'
import { sql, type RawBuilder } from 'kysely'
import { invoicesByBusinessUnit } from '#identity/accounts/accounts.store'
import type { Tx } from '#kernel/db/tx'

/** Whose a statement is. */
export type StatementScope = 'supplier' | SellScope

/** How statements of a scope take movements `m`. */
interface ScopeSql {
  /** 0: respondents without a supplier, projects without a business unit. */
  readonly id: RawBuilder<unknown>
  readonly cents: RawBuilder<unknown>
  readonly table: RawBuilder<unknown>
  readonly tableId: RawBuilder<unknown>
}

export const SCOPE_SQL: Readonly<Record<StatementScope, ScopeSql>> = {
  supplier: {
    id: sql`m.supplier_id`,
    cents: sql`m.amount_cents`,
    table: sql`supplier`,
    tableId: sql`supplier_id`,
  },
  project: {
    id: sql`m.project_id`,
    cents: sql`m.sell_cents`,
    table: sql`project`,
    tableId: sql`project_id`,
  },
  business_unit: {
    id: sql`m.unit_id`,
    cents: sql`m.sell_cents`,
    table: sql`business_unit`,
    tableId: sql`business_unit_id`,
  },
}

/** Whether an account has statements of a scope: of business units where it invoices by them. */
export const hasScope = async (tx: Tx, accountId: number, scope: StatementScope): Promise<boolean> =>
  scope !== 'business_unit' || (await invoicesByBusinessUnit(tx, accountId))
