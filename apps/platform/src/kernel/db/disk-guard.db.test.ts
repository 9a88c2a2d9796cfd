import { expect, test } from 'vitest'
import { asOwner } from '#testing/database/test-server'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { DiskGuard } from './disk-guard.ts'

const platform = usePlatform()

/** From now on, a server that finds no room for a supplier: the desk's own roles make no functions. */
const fillForSuppliers = () =>
  asOwner(
    platform().databaseUrl,
    `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger no_room before insert on supplier for each statement execute function no_room()`,
  )

test('a write that the server refuses for lack of space gets 503 with that reason; reading goes on, and health reports the full disk (F15)', async () => {
  const { call, database, signIn } = platform()
  const maker = new StudyMaker(database)
  const accountId = await maker.account({ parentAccountId: await maker.account({ name: 'Parent' }) })
  const { username } = await maker.user({ accountId, roleId: 1 })
  const token = await signIn(username, TEST_PASSWORD)
  const health = async () => {
    const { status, body } = await call('GET', '/healthz')
    return [status, body]
  }
  const before = await health()
  await fillForSuppliers()
  const supplier = { name: 'Opinion Harbor', pm_supplier_type_code_ud: 1, recruitment_type: 1, supplier_cpi: 2.5 }
  const refused = await call('POST', '/v1/suppliers', {
    token,
    body: supplier,
    headers: { 'idempotency-key': 'no-room' },
  })
  const read = await call('GET', '/v1/projects', { token })
  const message =
    'The disk of the desk is full: nothing can be stored for the moment, and reading goes on. Please tell the operator of the desk.'
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '30',
    { _tag: 'Unavailable', message, retry_after_seconds: 30, request_id: refused.headers.get('x-request-id') },
  ])
  expect([before, read.status, await health()]).toEqual([
    [200, { platform: 'up', database: 'up', disk: 'ok' }],
    200,
    [200, { platform: 'up', database: 'up', disk: 'full' }],
  ])
})

test('after a refused write the server counts as full for half a minute; a folder with too little space as long as that lasts (F15)', async () => {
  let nowMs = 0
  const guard = new DiskGuard({ folder: null, reserveBytes: 1, nowMs: () => nowMs })
  await guard.look()
  const seen = [guard.isFull]
  guard.sawRefusal()
  for (const ms of [0, 29_999, 30_000]) {
    nowMs = ms
    seen.push(guard.isFull)
  }
  const narrow = new DiskGuard({ folder: '/', reserveBytes: Number.MAX_SAFE_INTEGER })
  const [wide, gone] = [
    new DiskGuard({ folder: '/', reserveBytes: 1 }),
    new DiskGuard({ folder: '/no such folder', reserveBytes: 1 }),
  ]
  await Promise.all([narrow, wide, gone].map(one => one.look()))
  expect([seen, [narrow, wide, gone].map(({ isFull, mustRefuse }) => [isFull, mustRefuse])]).toEqual([
    [false, true, true, false],
    [
      [true, true],
      [false, false],
      [false, false],
    ],
  ])
})
