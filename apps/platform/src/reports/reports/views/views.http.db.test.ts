import type { ReportView } from '@desk/schema/reports/report-view'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let on: Stage
let own: Ask
let colleague: Ask
let admin: Ask

beforeAll(async () => {
  on = await stage(platform())
  const { accountId } = on.study
  own = await askAs(platform(), on.make, { accountId, roleId: 2, firstname: 'Ada', lastname: 'Byron' })
  colleague = await askAs(platform(), on.make, { accountId, roleId: 2 })
  admin = await askAs(platform(), on.make, { accountId, roleId: 1 })
})

const FORM = { type: 'traffic', name: 'By country', filters: 'and=country&status=3', is_shared: false }
const save = async (form: object = {}): Promise<ReportView> => {
  const { status, body } = await own('POST', '/v1/report-views', { ...FORM, ...form })
  expect(status).toBe(200)
  return body
}
const namesOf = async (ask: Ask, query = '') => {
  const { body }: { body: readonly ReportView[] } = await ask('GET', `/v1/report-views${query}`)
  return body.map(({ name }) => name)
}

test('a view is its owner’s until it is shared; then everybody of the account sees it, and no other account (§2.12)', async () => {
  const view = await save({ name: ' Mine ' })
  expect(view).toEqual({
    report_view_ud: expect.any(Number),
    ...FORM,
    name: 'Mine',
    is_own: true,
    may_edit: true,
    is_default: false,
    owner: 'Ada Byron',
    version: 1,
  })
  expect([await namesOf(own), await namesOf(colleague)]).toEqual([['Mine'], []])
  const path = `/v1/report-views/${view.report_view_ud}`
  expect((await own('PUT', path, { name: 'Ours', is_shared: true, version: 1 })).body).toMatchObject({
    name: 'Ours',
    is_shared: true,
    version: 2,
  })
  const { body } = await colleague('GET', '/v1/report-views?type=traffic')
  expect(body).toEqual([{ ...view, name: 'Ours', is_shared: true, is_own: false, may_edit: false, version: 2 }])
  expect([await namesOf(on.otherAccount), await namesOf(colleague, '?type=costs')]).toEqual([[], []])
})

test('a view has room for a hundred ids of each of some filters, and not for more than 4,000 characters', async () => {
  const statuses = []
  for (const length of [4_000, 4_001])
    statuses.push((await own('POST', '/v1/report-views', { ...FORM, filters: 'a'.repeat(length) })).status)
  expect(statuses).toEqual([200, 422])
})

test('only its owner and who manages users rename or delete a shared view; a private one is its owner’s alone', async () => {
  const shared = `/v1/report-views/${(await save({ is_shared: true })).report_view_ud}`
  const private_ = `/v1/report-views/${(await save()).report_view_ud}`
  const change = { name: 'Taken', is_shared: false }
  const statusOf = async (ask: Ask, path: string) => (await ask('PUT', path, change)).status
  expect([
    await statusOf(colleague, shared),
    await statusOf(colleague, private_),
    await statusOf(admin, private_),
    await statusOf(on.otherAccount, shared),
    (await colleague('DELETE', shared)).status,
  ]).toEqual([404, 404, 404, 404, 404])
  // an admin does not publish another’s private view
  expect((await admin('PUT', shared, change)).body).toMatchObject({ name: 'Taken', is_shared: true, may_edit: true })
  expect((await admin('DELETE', shared)).status).toBe(204)
})

test('a stale change is refused with the stored view', async () => {
  const { report_view_ud: id } = await save({ name: 'First' })
  const path = `/v1/report-views/${id}`
  await own('PUT', path, { name: 'Second', is_shared: false, version: 1 })
  const { status, body } = await own('PUT', path, { name: 'Third', is_shared: false, version: 1 })
  expect([status, body.current.name]).toEqual([409, 'Second'])
})

test('a deleted view is in no list until it is restored as it was', async () => {
  const { report_view_ud: id } = await save({ name: 'Gone', type: 'hours', filters: 'days=30' })
  expect((await own('DELETE', `/v1/report-views/${id}`)).status).toBe(204)
  expect([await namesOf(own, '?type=hours'), (await own('DELETE', `/v1/report-views/${id}`)).status]).toEqual([[], 404])
  expect((await colleague('POST', `/v1/report-views/${id}/restore`)).status).toBe(404)
  const { body } = await own('POST', `/v1/report-views/${id}/restore`)
  expect([body.name, body.filters, await namesOf(own, '?type=hours')]).toEqual(['Gone', 'days=30', ['Gone']])
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ filters: 'a b' }, 'filters'],
  [{ filters: 'x'.repeat(4_001) }, 'filters'],
  [{ type: 'weather' }, 'type'],
])('%j is refused at %s', async (form, field) => {
  const { status, body } = await own('POST', '/v1/report-views', { ...FORM, ...form })
  expect([status, body.details.map(({ path }: { path: string[] }) => path)]).toEqual([422, [[field]]])
})

test('a user has one default for each list, also of another author, until another one takes its place (day.md §3)', async () => {
  const list = { type: 'sources', filters: 'cols=name.ir&rows=default' }
  const first = await save({ ...list, name: 'First', is_shared: true })
  const second = await save({ ...list, name: 'Second', is_shared: true })
  const pathOf = ({ report_view_ud }: ReportView) => `/v1/report-views/${report_view_ud}/default`
  const defaultsOf = async (ask: Ask) => {
    const { body }: { body: readonly ReportView[] } = await ask('GET', '/v1/report-views?type=sources')
    return body.filter(({ is_default }) => is_default).map(({ name }) => name)
  }
  expect((await colleague('PUT', pathOf(first), { is_default: true })).body).toEqual({
    ...first,
    is_own: false,
    may_edit: false,
    is_default: true,
  })
  expect([await defaultsOf(colleague), await defaultsOf(own)]).toEqual([['First'], []])
  await colleague('PUT', pathOf(second), { is_default: true })
  expect(await defaultsOf(colleague)).toEqual(['Second'])
  await colleague('PUT', pathOf(second), { is_default: false })
  expect(await defaultsOf(colleague)).toEqual([])
  const secret = await save({ ...list, name: 'Secret' })
  expect((await colleague('PUT', pathOf(secret), { is_default: true })).status).toBe(404)
})

test('a view takes another look under its version; users who do not see the supply side read no supplier in it (day.md §3)', async () => {
  const { advanced } = on
  const form = { ...FORM, type: 'live-sources', is_shared: true }
  const { report_view_ud: id }: ReportView = (await advanced('POST', '/v1/report-views', form)).body
  const changes = { name: 'Fielding', is_shared: true, version: 1 }
  const filters = 'supplier=Panel+A&country=Kenya'
  const changed = await advanced('PUT', `/v1/report-views/${id}`, { ...changes, filters })
  expect([changed.status, changed.body.filters, changed.body.version]).toEqual([200, filters, 2])
  expect((await advanced('PUT', `/v1/report-views/${id}`, { ...changes, filters: 'rows=compact' })).status).toBe(409)
  const { body }: { body: readonly ReportView[] } = await colleague('GET', '/v1/report-views?type=live-sources')
  expect(body.map(view => view.filters)).toEqual(['&country=Kenya'])
})

test('Read only has views of its own, shares none, and leaves those alone that it shared in another role (docs/decisions/0107)', async () => {
  const { accountId } = on.study
  const reader = await on.make.user({ accountId, roleId: 2 })
  const signIn = async (): Promise<Ask> => {
    const token = await platform().signIn(reader.username, TEST_PASSWORD)
    return (method, path, body) => platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
  }
  const asUser = await signIn()
  const { body: shared } = await asUser('POST', '/v1/report-views', { ...FORM, is_shared: true })
  await platform().database.asSystem(tx =>
    tx.client.query('update app_user set role_id = 5 where user_id = $1', [reader.userId]),
  )
  const asReader = await signIn()
  const { status, body: mine } = await asReader('POST', '/v1/report-views', { ...FORM, name: 'Read' })
  const own = `/v1/report-views/${mine.report_view_ud}`
  const ours = `/v1/report-views/${shared.report_view_ud}`
  expect([
    status,
    (await asReader('POST', '/v1/report-views', { ...FORM, is_shared: true })).status,
    (await asReader('PUT', own, { name: 'Read', is_shared: true, version: 1 })).status,
    (await asReader('PUT', own, { name: 'Read again', is_shared: false, version: 1 })).status,
    (await asReader('PUT', ours, { name: 'Taken', is_shared: false, version: 1 })).status,
    (await asReader('DELETE', ours)).status,
    (await asReader('PUT', `${ours}/default`, { is_default: true })).status,
    (await asReader('DELETE', own)).status,
  ]).toEqual([200, 403, 403, 200, 404, 404, 200, 204])
})
