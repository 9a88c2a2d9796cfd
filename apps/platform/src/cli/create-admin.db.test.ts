import { expect, test } from 'vitest'
import { passwordMatches } from '#identity/passwords/password'
import { UniqueViolation } from '#kernel/db/errors'
import { useDatabase } from '#testing/database/harness'
import { adminFaults, createAdmin } from './create-admin.ts'

const fresh = useDatabase()
const admin = { username: ' Root@Desk.Example ', password: 'Desk-demo-1', firstname: 'Ada', lastname: 'Byron' }

test('creates the first super admin on an empty database, its username in lower case, its password only as a hash (§3.1, §6.1)', async () => {
  const { database } = fresh()
  const userId = await database.asSystem(tx => createAdmin(tx, admin))
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<{ password_hash: string }>(
      `select u.username, u.firstname, u.lastname, u.role_id, u.is_staff, u.is_adm_groups, u.password_hash, a.account_id, a.account_type, a.is_staff as of_staff, m.is_default
       from app_user u join user_account m on m.user_id = u.user_id join account a on a.account_id = m.account_id where u.user_id = $1`,
      [userId],
    ),
  )
  const [{ password_hash: passwordHash, ...user } = { password_hash: '' }] = rows
  expect(user).toEqual({
    username: 'root@desk.example',
    firstname: 'Ada',
    lastname: 'Byron',
    role_id: 3,
    is_staff: true,
    is_adm_groups: true,
    account_id: 1,
    account_type: 'DESK',
    of_staff: true,
    is_default: true,
  })
  expect([passwordHash.startsWith('$argon2id$'), await passwordMatches('Desk-demo-1', passwordHash)]).toEqual([
    true,
    true,
  ])
  await expect(database.asSystem(tx => createAdmin(tx, admin))).rejects.toBeInstanceOf(UniqueViolation)
  await database.asSystem(tx => createAdmin(tx, { ...admin, username: 'second@desk.example' }))
})

test('everything missing or too weak is reported at once (§5.24, §5.25)', () => {
  expect(adminFaults(admin, 'desk')).toEqual([])
  expect(adminFaults({ ...admin, lastname: 'Byron\n<eve@evil.example>' }, 'desk')).toEqual([
    'Lastname must not contain control characters, < or >',
  ])
  expect(adminFaults({ username: 'root', password: 'desk', firstname: ' ', lastname: '' }, 'desk')).toEqual([
    'Firstname is required',
    'Lastname is required',
    'Username Must be a valid email',
    'Password must be at least 8 characters',
    'Password must contain at least one uppercase letter',
    'Password must contain at least one digit',
    'Password must contain at least one symbol',
  ])
})
