import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import type { LinkedKind } from '@desk/schema/accounts/whereabouts'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, type PreparedRead } from '#kernel/db/prepared-read'

/** Finds the object with id $2 in the account $1, if the user $3 (0 for an admin) could open it there. */
const FIND: Readonly<Record<LinkedKind, PreparedRead<unknown>>> = {
  project: preparedRead(['int', 'int', 'int'], sql`select 1 from project where account_id = $1 and project_id = $2`),
  survey: preparedRead(['int', 'int', 'int'], sql`select 1 from survey where account_id = $1 and survey_id = $2`),
  source: preparedRead(['int', 'int', 'int'], sql`select 1 from source where account_id = $1 and source_id = $2`),
  supplier: preparedRead(
    ['int', 'int', 'int'],
    sql`select 1 from supplier where account_id = $1 and supplier_id = $2 and deleted_at is null`,
  ),
  qualification: preparedRead(
    ['int', 'int', 'int'],
    sql`select 1 from qualification where account_id = $1 and qualification_id = $2 and ($3 = 0 or access_code <> ${sql.lit(QUALIFICATION_ACCESS.private)} or created_by = $3)`,
  ),
}

/** An account to look in. */
export interface Place {
  readonly accountId: number
  /** The user who asks; null: as an admin of this account. */
  readonly forUser: number | null
}

/**
 * Says which of the accounts holds the object: each is queried under its own row-level security, all in one round trip.
 */
export async function findAmong(
  database: DeskDatabase,
  places: readonly Place[],
  kind: LinkedKind,
  id: number,
): Promise<number | undefined> {
  const found = await database.readAtOnce(
    places.map(
      ({ accountId, forUser }) =>
        ({ scope: { role: 'desk_app', accountId }, read: FIND[kind], values: [accountId, id, forUser ?? 0] }) as const,
    ),
  )
  return places.find((_, index) => (found[index]?.length ?? 0) > 0)?.accountId
}
