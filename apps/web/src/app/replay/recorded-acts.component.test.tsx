import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import BulkDialog from '#kit/bulk/bulk-dialog.tsx'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { DEFAULT_CONFIG } from '#runtime/config.ts'
import { createRecordedDesk } from '#runtime/recorded/create-recorded-desk.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { recordedAfter, signedInAt, type Heard } from '#runtime/testing/recorded-after.ts'
import { refused, testDesk, type TestDesk } from '#runtime/testing/test-desk.ts'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { RecordedApp } from './recorded-app.tsx'

const ADMIN = { ...SAMPLE_USER, role_id: 1, can_open_user_settings: true } as const

/** The events of a machine that a desk recorded, oldest first. */
const eventsOf = ({ machines }: TestDesk, name: 'act' | 'menu'): readonly Heard[] =>
  machines
    .heard()
    .toReversed()
    .flatMap(({ machine, event }): Heard[] => (machine.split('/')[0] === name ? [[machine, { ...event }]] : []))

/** Replays a session on a page. @param events after the sign-in */
async function replayed(path: string, events: readonly Heard[]) {
  const user = { ...ADMIN, account_type: path.startsWith('/defender/') ? 'DEFENDER' : 'DESK' } as const
  const momentOf = (until: readonly Heard[]) => recordedAfter([...signedInAt(path, user), ...until])
  const recorded = createRecordedDesk(momentOf(events), { config: DEFAULT_CONFIG, lists: {} })
  const page = await render(<RecordedApp recorded={recorded} />)
  return { page, show: (until: readonly Heard[]) => recorded.show(momentOf(until)) }
}
const upTo = (recorded: readonly Heard[], type: string): readonly Heard[] =>
  recorded.slice(0, recorded.findLastIndex(([, event]) => event.type === type) + 1)

test('a recorded bulk change replays its preview and its partial result (issue 33 §1)', async () => {
  const stored = { version: 1, type: 'diy', supplier_cpi: 2, client_cpi: 9, suppliers: [], warnings: [] } as const
  const desk = await testDesk({
    'sourceSuppliers.pricing': ({ url }) => ({ ...stored, stmid: url.pathname.includes('/7/') ? 7 : 8 }),
    'sourceSuppliers.price': ({ url }) =>
      url.pathname.includes('/7/') ? { ...stored, stmid: 7, version: 2 } : refused(409, { message: 'It has changed.' }),
  })
  const drawn = await draw(
    desk,
    <BulkDialog
      noun="source"
      kind="supplyPrice"
      chosen={[7, 8].map(id => ({ id, name: `Panel ${id}` }))}
      onChanged={() => undefined}
      onClose={() => undefined}
    />,
  )
  await drawn.getByRole('textbox', { name: 'Supply Price' }).fill('3')
  await drawn.getByRole('button', { name: 'Change 2 sources' }).click()
  await expect.element(drawn.getByRole('region', { name: '1 failed' })).toBeVisible()
  const recorded = eventsOf(desk, 'act')
  await drawn.unmount()

  const { page, show } = await replayed('/projects/5/survey/9/streams', upTo(recorded, 'act.previewed'))
  const dialog = page.getByRole('alertdialog', { name: 'Change the price of 2 sources' })
  await expect
    .element(dialog)
    .toHaveTextContent(/2 will change.*Panel 7: \$2\.00 → \$3\.00.*Panel 8: \$2\.00 → \$3\.00/)
  await expect.element(dialog.getByRole('button', { name: 'Change 2 sources' })).toBeVisible()
  show(recorded)
  await expect.element(dialog).toHaveTextContent(/1 failed.*Panel 8: It has changed\..*1 changed.*Panel 7/)
})

test('a refused delete dialog replays with its words and the refusal, and goes when it was closed', async () => {
  const desk = await testDesk({ 'webhooks.remove': refused(409, { message: 'It is in use.' }) })
  const drawn = await draw(
    desk,
    <ConfirmAct
      call="webhooks.remove"
      request={{ params: { id: 7 } }}
      question={{
        title: 'Delete webhook',
        lines: ['“Partner” gets no more messages.'],
        confirmLabel: 'Delete',
        tone: 'danger',
      }}
      onClosed={() => undefined}
    />,
  )
  await drawn.getByRole('button', { name: 'Delete' }).click()
  await expect.element(drawn.getByRole('alert')).toBeVisible()
  const recorded = eventsOf(desk, 'act')
  await drawn.unmount()
  const { page, show } = await replayed('/projects', recorded)
  const dialog = page.getByRole('alertdialog', { name: 'Delete webhook' })
  await expect.element(dialog).toHaveTextContent('“Partner” gets no more messages.')
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('It is in use.')
  show(upTo(recorded, 'act.requested'))
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  show([...upTo(recorded, 'act.requested'), ['act/1', { type: 'act.dismissed' }]])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('the undo of a reconciliation replays with its dialog, and goes when it was closed', async () => {
  const undo = 'reconciliation-undo/1'
  const asked: readonly Heard[] = [
    ['reconciliation/1', { type: 'reconciliation.opened', projectId: 5 }],
    [undo, { type: 'reconciliationUndo.requested', projectId: 5, reconciliationId: 30, supplierId: null }],
    [
      undo,
      {
        type: 'reconciliationUndo.previewed',
        callNo: 1,
        undoId: 31,
        digest: 'd1',
        changes: 2,
        numberToType: null,
      },
    ],
  ]
  const { page, show } = await replayed('/projects/5/reconciliation', asked)
  const dialog = page.getByRole('dialog', { name: 'Undo the reconciliation' })
  await expect.element(dialog.getByRole('button', { name: 'Undo 2 rows' })).toBeVisible()
  show([...asked, [undo, { type: 'reconciliationUndo.dismissed' }]])
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each([
  ['/projects/5/survey/9/streams?explain=7', /^Explain a respondent/],
  ['/projects/5/survey/9/streams?why=source.7.completes', /^Why did .* change\?$/],
  ['/projects/5/survey/9/streams?history=7', 'Status history of source 7'],
  ['/projects?drawer=user', `${ADMIN.firstname} ${ADMIN.lastname}`],
  ['/defender/search?text=ann&path=1-1', 'Why this respondent?'],
])('the replay draws the drawer that the address %s opens (house.md §1.4)', async (path, name) => {
  const { page } = await replayed(path, [])
  await expect.element(page.getByRole('dialog', { name })).toBeVisible()
})

test('the replay draws an open menu where it was, with its blocked choice, and none after it closed (house.md §1.4)', async () => {
  const desk = await testDesk({})
  const drawn = await draw(
    desk,
    <LazyMenu
      label="Status of North panel"
      heading="Change the status"
      items={[
        { id: '1', label: 'Live', isCurrent: true },
        { id: '2', label: 'Closed', blockedReason: 'It has no supplier.' },
      ]}
      onAction={() => undefined}
    >
      {trigger => <Button {...trigger}>Live</Button>}
    </LazyMenu>,
  )
  await drawn.getByRole('button', { name: 'Live' }).click()
  await expect.element(drawn.getByRole('menu')).toBeVisible()
  const left = drawn.getByRole('menu').element().getBoundingClientRect().x
  await drawn.getByRole('menuitem', { name: 'Live' }).click()
  const recorded = eventsOf(desk, 'menu')
  await drawn.unmount()

  const { page, show } = await replayed('/projects', upTo(recorded, 'menu.opened'))
  const menu = page.getByRole('menu', { name: 'Status of North panel' })
  await expect.element(menu).toHaveTextContent('Change the status')
  await expect.element(menu.getByRole('menuitem', { name: 'Closed' })).toHaveTextContent('It has no supplier.')
  await expect.poll(() => menu.element().getBoundingClientRect().x).toBe(left)
  show(recorded)
  await expect.element(menu).not.toBeInTheDocument()
})
