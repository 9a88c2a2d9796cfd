import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Account } from '@desk/schema/accounts/account'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { expect, test } from 'vitest'
import { page as screen } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ProjectEditorScreen } from './project-editor.tsx'

const OTHER = { uid: NO_CONSULTANT_UID, name: 'Other (no consultant)' }
const ACCOUNT: Account = {
  pm_dsh_ud: SAMPLE_USER.pm_dsh_ud,
  pm_parent_dsh_ud: null,
  name: 'Acme Research',
  account_type: 'DESK',
  dashboard_name: 'Acme',
  isRepData: false,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  time_zone: 15,
}
const WAY = /Nobody is a project manager yet.*Administration, Users/

const editor = async (consultants: readonly { uid: number; name: string }[]) =>
  draw(
    await testDesk(
      {
        'lookups.consultants': consultants,
        'lookups.codes': [],
        'lookups.countries': [],
        'lookups.languages': [],
        'businessUnits.list': [],
        'accounts.list': [ACCOUNT],
      },
      { user: SAMPLE_USER, path: '/manage/project/new' },
    ),
    <ProjectEditorScreen prefix="/manage/project" act="create" projectUID={null} />,
  )

test('an account without project managers is informed who makes one, and where; one with them is not', async () => {
  const bare = await editor([OTHER])
  await expect.element(screen.getByRole('button', { name: /Project Manager/ })).toHaveAccessibleDescription(WAY)
  await bare.unmount()
  await editor([{ uid: 101, name: 'Ada Nowak' }, OTHER])
  await expect.element(screen.getByRole('button', { name: /Project Manager/ })).toBeVisible()
  expect(screen.getByText(WAY).elements()).toEqual([])
})
