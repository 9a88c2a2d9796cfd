import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { AuditEntry } from '@desk/schema/audit/audit-entry'
import { expect, test, vi } from 'vitest'
import { addFilter, filterChip } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { AuditLogScreen } from './audit-log.tsx'

const ENTRY: AuditEntry = {
  seq: 3,
  at: '2026-11-01T15:00:00.000Z',
  act: 'edited',
  scope: 'project',
  object_id: 12,
  who: 'Ann Lee',
  who_uid: 4,
  by: 'api_key',
  api_key: 'CRM sync',
  address: '198.51.100.7',
  user_agent: 'Firefox',
  changes: [{ field: 'pm_proj_name', from: 'Habits', to: 'Habits 2' }],
  hash: 'ab'.repeat(32),
}
const EARLIER: AuditEntry = {
  ...ENTRY,
  seq: 1,
  act: 'signed_in',
  scope: 'session',
  by: 'screen',
  api_key: null,
  changes: [],
}

const logDesk = (answers: Answers, path = '/admin/audit-log') =>
  testDesk(
    { 'audit.list': { entries: [ENTRY], next: null }, 'users.list': [], 'lookups.codes': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path },
  )
const queries = (desk: Awaited<ReturnType<typeof logDesk>>) =>
  desk.asked.filter(({ key }) => key === 'audit.list').map(({ url }) => Object.fromEntries(url.searchParams))

test('an entry says who did what to which object, by what and from where, and what changed; earlier ones come by a button', async () => {
  const desk = await logDesk({
    'audit.list': ({ url }) =>
      url.searchParams.has('before') ? { entries: [EARLIER], next: null } : { entries: [ENTRY], next: 3 },
  })
  const page = await draw(desk, <AuditLogScreen />)
  const row = page.getByRole('row', { name: /^3 / })
  await expect.element(row).toHaveTextContent(/Ann Lee.*Edited.*Project.*12.*API key.*CRM sync.*198\.51\.100\.7/)
  await expect.element(row).toHaveTextContent('pm proj name: Habits → Habits 2')
  await page.getByRole('button', { name: 'Show earlier entries' }).click()
  await expect.element(page.getByRole('row', { name: /^1 / })).toHaveTextContent(/Signed in.*Session/)
  await expect.element(page.getByRole('button', { name: 'Show earlier entries' })).not.toBeInTheDocument()
  expect(queries(desk)).toEqual([{ limit: '100' }, { limit: '100', before: '3' }])
})

test('filters are in the URL, with times by the viewer’s clock, and ask the server', async () => {
  const desk = await logDesk({}, '/admin/audit-log?act=edited&from=2026-11-01T09%3A00')
  const page = await draw(desk, <AuditLogScreen />)
  await expect.element(filterChip('What')).toHaveTextContent(/Edited$/)
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('2026-11-01T09:00')
  desk.answer({ 'audit.list': { entries: [], next: null } })
  await addFilter('By', 'API key')
  await expect.element(page.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
  expect(new URLSearchParams(desk.history.location.search).get('by')).toBe('api_key')
  const [first, second] = queries(desk)
  expect([first?.['act'], first?.['by'], second?.['by'], Number.isFinite(Date.parse(second?.['from'] ?? ''))]).toEqual([
    'edited',
    undefined,
    'api_key',
    true,
  ])
})

test('the chain is verified on request: whole with its last hash, or broken at an entry; a failure says so', async () => {
  const desk = await logDesk({ 'audit.verify': { entries: 3, hash: ENTRY.hash, first_broken: null } })
  const page = await draw(desk, <AuditLogScreen />)
  const verify = page.getByRole('button', { name: 'Verify the chain' })
  await verify.click()
  await expect
    .element(page.getByText(`The chain is whole: 3 entries. The last hash is ${ENTRY.hash}`, { exact: false }))
    .toBeVisible()
  desk.answer({ 'audit.verify': { entries: 1, hash: ENTRY.hash, first_broken: { seq: 2, fault: 'changed' } } })
  await verify.click()
  await expect.element(page.getByText('The chain is broken: entry 2 was changed.', { exact: false })).toBeVisible()
  desk.answer({ 'audit.verify': refused(503, { message: 'The database is away for the moment.' }) })
  await verify.click()
  await expect.element(page.getByText('The database is away for the moment.')).toBeVisible()
})

test('an export asks the server with the filters, and is saved', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  const desk = await logDesk({ 'audit.export': 'seq,at\r\n' }, '/admin/audit-log?act=edited')
  const page = await draw(desk, <AuditLogScreen />)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const [asked] = desk.asked.filter(({ key }) => key === 'audit.export')
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({ act: 'edited', format: 'csv' })
  saved.mockRestore()
})

test('a log that fails is read again on request', async () => {
  const desk = await logDesk({ 'audit.list': refused(503, { message: 'The database is away for the moment.' }) })
  const page = await draw(desk, <AuditLogScreen />)
  await expect.element(page.getByRole('heading', { name: 'The audit log did not load' })).toBeVisible()
  desk.answer({ 'audit.list': { entries: [ENTRY], next: null } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('row', { name: /^3 / })).toBeVisible()
})
