import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { DefenderMetricsScreen } from './defender-metrics.tsx'

test('Defender Metrics asks for its embedded report, and has the desk’s own dashboard where there is none (§1.4, §2.26)', async () => {
  const desk = await testDesk(
    {
      'embeddedReports.authenticate': {
        show: false,
        reason: 'slow',
        message: 'The reporting service did not answer in time.',
        retry_at: null,
      },
    },
    { user: { ...SAMPLE_USER, account_type: 'DEFENDER' }, path: '/defender/metrics?project=2' },
  )
  const page = await draw(desk, <DefenderMetricsScreen dashboard={() => <p>Own figures</p>} />)
  await expect.element(page.getByRole('heading', { name: 'Defender Metrics', level: 1 })).toBeVisible()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The reporting service did not answer in time. You see the desk’s own figures.')
  await expect.element(page.getByText('Own figures', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Project', { exact: true })).not.toBeInTheDocument()
  expect(desk.asked.filter(({ key }) => key.startsWith('embeddedReports.')).map(({ url }) => url.search)).toEqual([
    '?report=defender_breakdown',
  ])
})

test('a DESK account narrows it to a project or to those of a project manager, by the URL: the report and the desk’s own alike (§3.32)', async () => {
  const desk = await testDesk(
    {
      'embeddedReports.authenticate': {
        show: false,
        reason: 'off',
        message: 'Embedded reports are off for this account.',
        retry_at: null,
      },
      'projects.list': [],
      'lookups.consultants': [{ uid: 5, name: 'Nora Lindgren' }],
    },
    { user: SAMPLE_USER, path: '/defender/metrics?project=2' },
  )
  const page = await draw(desk, <DefenderMetricsScreen dashboard={filters => <p>{JSON.stringify(filters)}</p>} />)
  await expect.element(page.getByText('{"pm_proj_ud":2}')).toBeVisible()
  await addFilter('Project manager', 'Nora Lindgren')
  await expect.element(page.getByText('{"pm_proj_ud":2,"consultant":5}')).toBeVisible()
  expect(desk.history.location.search).toContain('manager=5')
})
