import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ReportScreen } from './report-screen.tsx'

const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' }
const NOTHING = {
  type: 'suppliers',
  by: ['supplier'],
  as_of: '2026-11-20T12:00:00.000Z',
  currency: 'USD',
  lines: [],
  total: {},
}

test('a saved file of the traffic report is reported to analytics as “Download - Traffic Report”; a file of another report is not (§9.12)', async () => {
  const answers = {
    'projects.list': [],
    'lookups.suppliers': [],
    'lookups.statuses': [],
    'lookups.consultants': [],
    'businessUnits.list': [],
    'reports.read': NOTHING,
    'reports.file': 'bytes',
  }
  const saved = vi.spyOn(URL, 'createObjectURL')
  const told: unknown[] = []
  for (const type of ['traffic', 'suppliers'] as const) {
    const desk = await testDesk(answers, { user: ADMIN, path: `/reports/${type}` })
    const page = await draw({ ...desk, track: name => void told.push([type, name]) }, <ReportScreen type={type} />)
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect.poll(() => saved.mock.calls.length).toBe(type === 'traffic' ? 1 : 2)
    await page.unmount()
  }
  saved.mockRestore()
  expect(told).toEqual([['traffic', 'Download - Traffic Report']])
})
