import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { NewUserTexts } from '@desk/schema/users/user-form'
import { sql } from 'kysely'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { hashPassword } from '#identity/passwords/password'
import { passwordRefusals } from '#identity/passwords/password-refusals'
import type { Config } from '#kernel/config/config'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { UniqueViolation } from '#kernel/db/errors'
import type { Tx } from '#kernel/db/tx'
import { faultsIn } from '#kernel/edits/outcome'
import { databaseName } from './running-desks.ts'

/** The provider's own account (§6.4), the home account of super admins. */
const INTERNAL_ACCOUNT_ID = 1

export interface NewAdmin {
  readonly username: string
  readonly password: string
  readonly firstname: string
  readonly lastname: string
}

/** The faults of these details, in words; empty when there are none. */
export function adminFaults({ username, password, firstname, lastname }: NewAdmin, policy: PasswordPolicy): string[] {
  return [
    ...faultsIn(NewUserTexts, { firstname, lastname, username }).map(({ message }) => message),
    ...passwordRefusals(password, policy, username.trim()),
  ]
}

/** Makes a super admin of the internal account, and that account when it is not there. @returns the user's id */
export async function createAdmin(tx: Tx, admin: NewAdmin): Promise<number> {
  await sql`insert into account (account_id, name, account_type, is_staff) values (${INTERNAL_ACCOUNT_ID}, 'Sample Desk', 'DESK', true) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ userId: number }>`
    insert into app_user (home_account_id, username, firstname, lastname, password_hash, role_id, is_staff, is_adm_groups)
    values (${INTERNAL_ACCOUNT_ID}, ${admin.username.trim().toLowerCase()}, ${admin.firstname.trim()}, ${admin.lastname.trim()},
      ${await hashPassword(admin.password)}, ${ROLE_IDS.superAdmin}, true, true) returning user_id as "userId"`.execute(
    tx,
  )
  const userId = rows[0]?.userId
  if (userId === undefined) throw new Error('The user was not stored')
  await sql`insert into user_account (account_id, user_id, is_default) values (${INTERNAL_ACCOUNT_ID}, ${userId}, true)`.execute(
    tx,
  )
  return userId
}

/** `create-admin`: prompts for details that the environment does not give. */
export async function createAdminCommand(
  database: DeskDatabase,
  _args: readonly string[],
  config: Pick<Config, 'passwordPolicy' | 'databaseUrl' | 'dataDir'>,
): Promise<number> {
  const target = databaseName(config)
  console.log(`The super admin is created in ${target}.`)
  const asker = new Asker()
  let admin: NewAdmin
  try {
    admin = {
      firstname: process.env['ADMIN_FIRSTNAME'] ?? (await asker.ask('Firstname: ')),
      lastname: process.env['ADMIN_LASTNAME'] ?? (await asker.ask('Lastname: ')),
      username: process.env['ADMIN_USERNAME'] ?? (await asker.ask('Username (e-mail): ')),
      password: process.env['ADMIN_PASSWORD'] ?? (await asker.ask('Password: ', true)),
    }
  } finally {
    asker.close()
  }
  const faults = adminFaults(admin, config.passwordPolicy)
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault)
    return 1
  }
  try {
    await database.asSystem(tx => createAdmin(tx, admin))
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    console.error(`There is a user ${admin.username.trim().toLowerCase()} already.`)
    return 1
  }
  console.log(
    `${admin.username.trim().toLowerCase()} can sign in now, as a super admin, at the desk that uses ${target}.`,
  )
  return 0
}

/** Prompts on the terminal; hidden input is not echoed. */
class Asker {
  #hidden = false
  readonly #lines: ReturnType<typeof createInterface>
  readonly #answers: AsyncIterator<string>

  constructor() {
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#hidden) process.stdout.write(chunk)
        done()
      },
    })
    this.#lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
    this.#answers = this.#lines[Symbol.asyncIterator]()
  }

  async ask(question: string, hidden = false): Promise<string> {
    process.stdout.write(question)
    this.#hidden = hidden
    const { value, done } = await this.#answers.next()
    if (hidden) process.stdout.write('\n')
    this.#hidden = false
    return done ? '' : value
  }

  close(): void {
    this.#lines.close()
  }
}
