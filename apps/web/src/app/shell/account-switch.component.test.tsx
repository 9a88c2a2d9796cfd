import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { ACCOUNT } from '#features/admin/users/testing/users-desk.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { AccountSwitch } from './account-switch.tsx'

const SUPER = { ...SAMPLE_USER, is_super_admin: true }

test('the list of a super admin who opens it before the accounts have loaded stays open and takes them in (§2.39)', async () => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const desk = await testDesk(
    {
      'accounts.list': async () => {
        await released
        return [ACCOUNT, { ...ACCOUNT, pm_dsh_ud: 201, dashboard_name: 'Beta' }]
      },
    },
    { user: SUPER },
  )
  const page = await draw(desk, <AccountSwitch user={SUPER} />)
  await page.getByRole('button', { name: 'Show suggestions Switch Account' }).click()
  const shown = () =>
    page
      .getByRole('option')
      .elements()
      .map(option => option.textContent)
  await expect.poll(shown).toEqual(['Acme'])
  release()
  await expect.poll(shown).toEqual(['Acme', 'Beta'])
})
