import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
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
    { user: SAMPLE_USER, path: '/defender/metrics' },
  )
  const page = await draw(desk, <DefenderMetricsScreen dashboard={<p>Own figures</p>} />)
  await expect.element(page.getByRole('heading', { name: 'Defender Metrics', level: 1 })).toBeVisible()
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('The reporting service did not answer in time. You see the desk’s own figures.')
  await expect.element(page.getByText('Own figures', { exact: true })).toBeVisible()
  expect(desk.asked.filter(({ key }) => key.startsWith('embeddedReports.')).map(({ url }) => url.search)).toEqual([
    '?report=defender_breakdown',
  ])
})
