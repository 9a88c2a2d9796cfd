import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The roles that transactions run under; they cannot sign in. */
export const ROLES = ['desk_app', 'desk_system'] as const

const RACE_ATTEMPTS = 20
const PG_16 = 160_000

const CREATE_MISSING = ROLES.map(
  role => `do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`,
)

/** Two processes that grant at once make one of them fail with "tuple concurrently updated". */
function isRace(error: unknown): boolean {
  return error instanceof Error && /concurrently updated|duplicate key value/.test(error.message)
}

/**
 * Creates the two roles and lets the login role switch to them. Roles belong to the whole server, not to a database, so this is
 * no migration and runs at each start: after a restore they may be missing.
 */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  const membership = (rows[0]?.version ?? 0) >= PG_16 ? 'SET' : 'MEMBER'
  for (let attempt = 1; ; attempt++) {
    try {
      for (const statement of CREATE_MISSING) await client.query(statement)
      for (const role of ROLES) {
        const { rows: allowed } = await client.query<{ may: boolean }>(
          `select pg_has_role(current_user, $1, $2) as may`,
          [role, membership],
        )
        if (allowed[0]?.may !== true) await client.query(`grant ${role} to current_user`)
      }
      return
    } catch (error) {
      if (!isRace(error) || attempt === RACE_ATTEMPTS) throw error
      await sleep(5 * attempt * Math.random())
    }
  }
}
