import type { EmbedAnswer, ReportEmbed } from '@desk/schema/embedded-reports/embedded-report'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { commands } from 'vitest/browser'
import { expect, test } from 'vitest'
import type { EmbedHostManner, EmbedHostMessage } from '#runtime/testing/embed-host-stub.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import type { ReportFilters } from './report-filters.ts'
import { ReportOrDashboard } from './report-or-dashboard.tsx'

declare module 'vitest/browser' {
  interface BrowserCommands {
    readonly stubEmbedHost: (manner: EmbedHostManner) => Promise<void>
    readonly embedHostSaw: () => Promise<readonly EmbedHostMessage[]>
  }
}

const EMBED: ReportEmbed = {
  show: true,
  token: 'token-1',
  workspaceId: '11111111-2222-4333-8444-555555555555',
  reportId: 'aaaaaaaa-2222-4333-8444-555555555555',
  embedUrl: 'https://app.powerbi.com/reportEmbed?reportId=aaaaaaaa-2222-4333-8444-555555555555',
  dtRequested: new Date().toISOString(),
  expiration: new Date(Date.now() + 3_600_000).toISOString(),
  filterType: 'PM_DSH_UD',
  filterValue: 7,
  filterTable: 'Filters',
}
const OWN = 'The desk’s own dashboard'
const NOT_OPENED = 'The report did not open. You see the desk’s own figures.'

const none = (reason: Extract<EmbedAnswer, { show: false }>['reason'], message: string): EmbedAnswer => ({
  show: false,
  reason,
  message,
  retry_at: null,
})

async function shown(
  answers: Answers,
  manner: EmbedHostManner,
  filters: ReportFilters = {},
  config: object = {},
  isOnRequest = false,
) {
  await commands.stubEmbedHost(manner)
  const desk = await testDesk(answers, { user: SAMPLE_USER, path: '/defender/metrics', config })
  const report = (own: ReportFilters) => (
    <ReportOrDashboard
      report="defender_breakdown"
      title="Defender Metrics"
      filters={own}
      fallback={<p>{OWN}</p>}
      head={<h1>The report’s head</h1>}
      isOnRequest={isOnRequest}
      opensWithinMs={manner === 'is silent' || manner === 'is away' ? 1_500 : 15_000}
    />
  )
  const page = await draw(desk, report(filters))
  return { desk, page, frame: () => document.querySelector('iframe') }
}

test('the report opens with its token and filters; the desk’s own dashboard is shown until then (§3.32, §7.30)', async () => {
  const { page, frame, desk } = await shown({ 'embeddedReports.authenticate': EMBED }, 'opens', {
    PM_PROJ_UD: 2,
    PM_UD: 5,
  })
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
  expect([frame()?.title, frame()?.src.startsWith(EMBED.embedUrl), frame()?.closest('[inert]')]).toEqual([
    'Defender Metrics',
    true,
    null,
  ])
  expect(page.getByRole('status').query()).toBeNull()
  const [load] = await commands.embedHostSaw()
  expect(load).toMatchObject({
    method: 'POST',
    url: '/report/load',
    body: {
      accessToken: 'token-1',
      tokenType: 1,
      id: EMBED.reportId,
      filters: [
        { target: { table: 'Filters', column: 'PM_DSH_UD' }, operator: 'In', values: [7] },
        { target: { table: 'Filters', column: 'PM_PROJ_UD' }, operator: 'In', values: [2] },
        { target: { table: 'Filters', column: 'PM_UD' }, operator: 'In', values: [5] },
      ],
    },
  })
  expect(desk.asked.filter(({ key }) => key.startsWith('embeddedReports.')).map(({ url }) => url.search)).toEqual([
    '?report=defender_breakdown',
  ])
})

test('the token is renewed before it expires, without loading the report again: its filters stay (§3.32)', async () => {
  let asked = 0
  const soon = new Date(Date.now() + 9 * 60_000 + 1_000).toISOString()
  const { page, frame } = await shown(
    {
      'embeddedReports.authenticate': () => {
        asked += 1
        return asked === 1 ? { ...EMBED, expiration: soon } : { ...EMBED, token: 'token-2' }
      },
    },
    'opens',
  )
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
  const before = frame()
  await expect
    .poll(async () => (await commands.embedHostSaw()).map(({ url, body }) => [url, body]), { timeout: 14_000 })
    .toContainEqual(['/report/token', 'token-2'])
  const loads = (await commands.embedHostSaw()).filter(({ url }) => url === '/report/load')
  expect([loads.length, frame() === before]).toEqual([1, true])
})

test.each<[string, Answers, string]>([
  [
    'the service refuses the desk',
    { 'embeddedReports.authenticate': none('refused', 'The reporting service refused the desk.') },
    'The reporting service refused the desk. You see the desk’s own figures.',
  ],
  [
    'the service is busy',
    { 'embeddedReports.authenticate': none('busy', 'The reporting service is busy.') },
    'The reporting service is busy. You see the desk’s own figures.',
  ],
  [
    'the desk has a fault',
    { 'embeddedReports.authenticate': refused(500, { message: 'Encountered an error. Please try again later.' }) },
    'Encountered an error. Please try again later. You see the desk’s own figures.',
  ],
])('when %s, the desk’s own dashboard is shown with the reason, and no frame (§3.32)', async (_, answers, line) => {
  const { page, frame } = await shown(answers, 'opens')
  await expect.element(page.getByRole('status')).toHaveTextContent(line)
  await expect.element(page.getByText(OWN)).toBeVisible()
  expect(frame()).toBeNull()
})

test('when the network is lost, the desk’s own dashboard is shown with the reason (§3.32)', async () => {
  const { page, frame } = await shown({ 'embeddedReports.authenticate': noAnswer }, 'opens')
  await expect.element(page.getByRole('status')).toHaveTextContent(/You see the desk’s own figures\.$/)
  await expect.element(page.getByText(OWN)).toBeVisible()
  expect(frame()).toBeNull()
})

test('an account without embedded reports sees the desk’s own dashboard, and no word of another one (§3.32)', async () => {
  const { page, frame, desk } = await shown(
    { 'embeddedReports.authenticate': none('off', 'Embedded reports are off for this account.') },
    'opens',
  )
  await expect.poll(() => desk.asked.some(({ key }) => key === 'embeddedReports.authenticate')).toBe(true)
  await expect.element(page.getByText(OWN)).toBeVisible()
  expect([page.getByRole('status').query(), frame()]).toEqual([null, null])
})

test.each<[string, EmbedHostManner]>([
  ['tells a fault', 'fails'],
  ['never opens the report', 'is silent'],
  ['cannot be reached', 'is away'],
])(
  'a page of the service that %s gives way to the desk’s own dashboard, and may be tried again (§3.32)',
  async (_, manner) => {
    const { page, frame } = await shown({ 'embeddedReports.authenticate': EMBED }, manner)
    await expect.element(page.getByRole('status')).toHaveTextContent(NOT_OPENED)
    await expect.element(page.getByText(OWN)).toBeVisible()
    expect(frame()).toBeNull()
    await commands.stubEmbedHost('opens')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
    expect(frame()?.title).toBe('Defender Metrics')
  },
)

test('an answer that names a page elsewhere is no answer: it is never framed (§3.32)', async () => {
  const { page, frame } = await shown(
    { 'embeddedReports.authenticate': { ...EMBED, embedUrl: 'https://app.powerbi.com.evil.example/reportEmbed' } },
    'opens',
  )
  await expect.element(page.getByRole('status')).toHaveTextContent(/You see the desk’s own figures\.$/)
  expect(frame()).toBeNull()
})

test('a local host asks by the desk’s own call (§7.30, api:E2)', async () => {
  const { page, desk } = await shown(
    { 'embeddedReports.localToken': EMBED },
    'opens',
    {},
    {
      hosts: { 'desk.example': 'local' },
    },
  )
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
  expect(desk.asked.filter(({ key }) => key.startsWith('embeddedReports.')).map(({ url }) => url.pathname)).toEqual([
    '/desk-api/desk/get-bi-token',
  ])
})

test('from an open report the desk’s own is a press away and back, and the report is not loaded again (§9.13)', async () => {
  const { page, frame } = await shown({ 'embeddedReports.authenticate': EMBED }, 'opens')
  await expect.element(page.getByRole('heading', { name: 'The report’s head' })).toBeVisible()
  const before = frame()
  await page.getByRole('button', { name: 'Show the desk’s own' }).click()
  await expect.element(page.getByText(OWN)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'The report’s head' })).not.toBeInTheDocument()
  expect(frame()?.closest('[inert]')).not.toBeNull()
  await page.getByRole('button', { name: 'Show the report' }).click()
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
  const loads = (await commands.embedHostSaw()).filter(({ url }) => url === '/report/load')
  expect([loads.length, frame() === before, frame()?.closest('[inert]')]).toEqual([1, true, null])
})

test('where one works with the desk’s own, the report opens on request alone (§9.13)', async () => {
  const { page, frame } = await shown({ 'embeddedReports.authenticate': EMBED }, 'opens', { PM_PROJ_UD: 2 }, {}, true)
  await expect.element(page.getByRole('button', { name: 'Show the report' })).toBeVisible()
  expect([frame(), await commands.embedHostSaw()]).toEqual([null, []])
  await expect.element(page.getByText(OWN)).toBeVisible()
  await page.getByRole('button', { name: 'Show the report' }).click()
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
  expect(frame()?.closest('[inert]')).toBeNull()
})
