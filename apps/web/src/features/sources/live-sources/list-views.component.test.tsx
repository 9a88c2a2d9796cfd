import type { ReportView } from '@desk/schema/reports/report-view'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { LiveSourcesScreen } from './live-sources.tsx'
import { LIVE_SOURCE } from './testing/live-source.ts'

const VIEW: ReportView = {
  report_view_ud: 9,
  type: 'live-sources',
  name: 'Kenya',
  filters: 'country=Kenya&sort=-ir&cols=name.ir.status&rows=compact',
  is_shared: true,
  is_own: true,
  may_edit: true,
  is_default: false,
  owner: 'Ada Byron',
  version: 3,
}

async function shown(views: ReportView[], query = '', answers: Answers = {}) {
  const desk = await testDesk(
    {
      'sources.live': [LIVE_SOURCE, { ...LIVE_SOURCE, stmid: 32, name: 'Peru main', country: 'Peru' }],
      'today.views': { today: 4, projects: 8, live_sources: 2 },
      'reportViews.list': () => views,
      ...answers,
    },
    { user: SAMPLE_USER, path: `/projects?view=live${query}` },
  )
  await draw(desk, <LiveSourcesScreen />)
  return desk
}
const searchOf = ({ history }: Awaited<ReturnType<typeof shown>>) =>
  Object.fromEntries(new URLSearchParams(history.location.search))
const heads = () =>
  screen
    .getByRole('columnheader')
    .elements()
    .map(head => head.textContent?.trim())
const changed = screen.getByText('changed', { exact: true })

test('a saved view brings filters, order, columns and density; a change is said, saved under its version, or reset (day.md §3)', async () => {
  let views = [VIEW]
  const desk = await shown(views, '', {
    'reportViews.list': () => views,
    'reportViews.update': ({ body }) => {
      views = [{ ...VIEW, ...(body as Pick<ReportView, 'filters'>), version: 4 }]
      return views[0]!
    },
  })
  await screen.getByRole('button', { name: 'View: Field' }).click()
  await screen.getByRole('menuitem', { name: 'Kenya' }).click()
  await expect.element(screen.getByRole('button', { name: 'View: Kenya' })).toBeVisible()
  await expect.poll(heads).toEqual(['Project', 'Source', 'IR', 'Status'])
  await expect.element(screen.getByRole('link', { name: 'Peru main' })).not.toBeInTheDocument()
  expect(searchOf(desk)).toEqual({
    view: 'live',
    table: '9',
    country: 'Kenya',
    sort: '-ir',
    cols: 'name.ir.status',
    rows: 'compact',
  })
  expect(changed.elements()).toEqual([])

  await screen.getByRole('radio', { name: 'Comfortable rows' }).click()
  await expect.element(changed).toBeVisible()
  await screen.getByRole('button', { name: 'Reset' }).click()
  await expect.element(changed).not.toBeInTheDocument()
  expect(searchOf(desk)['rows']).toBe('compact')

  await screen.getByRole('radio', { name: 'Comfortable rows' }).click()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(changed).not.toBeInTheDocument()
  expect(desk.asked.find(({ key }) => key === 'reportViews.update')?.body).toEqual({
    name: 'Kenya',
    is_shared: true,
    version: 3,
    filters: 'country=Kenya&sort=-ir&cols=name.ir.status&rows=comfortable',
  })
})

test('a bare address opens with the user’s default, an address with a filter does not (day.md §3)', async () => {
  const views = [{ ...VIEW, is_default: true }]
  const desk = await shown(views)
  await expect.element(screen.getByRole('button', { name: 'View: Kenya' })).toBeVisible()
  await expect.poll(() => searchOf(desk)['table']).toBe('9')
  const other = await shown(views, '&country=Peru')
  await expect.element(screen.getByRole('link', { name: 'Peru main' })).toBeVisible()
  await expect.poll(() => other.asked.some(({ key }) => key === 'reportViews.list')).toBe(true)
  expect(searchOf(other)).toEqual({ view: 'live', country: 'Peru' })
})

test('a shared view of another author names columns that this reader does not see: the others show, and the list says so (day.md §3)', async () => {
  await shown([{ ...VIEW, is_own: false, may_edit: false, filters: 'cols=name.gone.ir&rows=default' }])
  await screen.getByRole('button', { name: 'View: Field' }).click()
  await screen.getByRole('menuitem', { name: 'Kenya' }).click()
  await expect.element(screen.getByText('1 column of this view is not shown to you')).toBeVisible()
  await expect.poll(heads).toEqual(['Project', 'Source', 'IR'])
  await screen.getByRole('radio', { name: 'Compact rows' }).click()
  // it is not this reader's to change
  await expect.element(screen.getByRole('button', { name: 'Save as' })).toBeVisible()
})

test('columns chosen by hand are saved as a view; a stale save shows why and leaves the change (day.md §3)', async () => {
  let views: ReportView[] = []
  const desk = await shown(views, '&cols=name.ir', {
    'reportViews.list': () => views,
    'reportViews.create': ({ body }) => {
      views = [{ ...VIEW, ...(body as Pick<ReportView, 'name' | 'filters'>) }]
      return views[0]!
    },
    'reportViews.update': refused(409, {
      message: 'The view was changed in the meantime.',
      reason: 'stale',
      current: VIEW,
    }),
  })
  await expect.element(screen.getByRole('button', { name: 'View: Custom' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('textbox', { name: 'Save this view as' }).fill('Short')
  await screen.getByRole('button', { name: 'Save view' }).click()
  await expect.element(screen.getByRole('button', { name: 'View: Short' })).toBeVisible()
  expect(searchOf(desk)).toMatchObject({ table: '9', cols: 'name.ir' })
  await screen.getByRole('radio', { name: 'Compact rows' }).click()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('The view was changed in the meantime.')).toBeVisible()
  await expect.element(changed).toBeVisible()
})
