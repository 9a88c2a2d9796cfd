import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const SETTINGS = {
  provider_name: 'Panels',
  provider_url: 'https://panels.example',
  privacy_url: 'https://panels.example/privacy',
  redirect_guide_url: 'https://help.example/redirects',
  cleaning_request_url: null,
  desk_reference_url: 'https://help.example/desk',
  defender_reference_url: 'https://help.example/defender',
  desk_support_url: null,
  defender_support_url: null,
  hashing_docs_url: 'https://help.example/hashing',
  pacing_docs_url: null,
  complete_api_docs_url: null,
  respondent_upload_docs_url: null,
}

const platform = usePlatform()
let on: Stage
let superAdmin: Ask

beforeAll(async () => {
  on = await stage(platform())
  const house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
})

const read = async () => (await platform().call('GET', '/v1/platform')).body

test('names and links are read without a session, stored by super admins, and keep a history (§2.38, §9.13, api:M12, api:M13)', async () => {
  expect(await read()).toEqual({ version: 0, settings: null })
  const { status, body } = await superAdmin('POST', '/v1/platform', { ...SETTINGS, version: 0, platform_id: 7 })
  expect([status, body, await read()]).toEqual([200, { version: 1, settings: SETTINGS }, body])

  const stale = await superAdmin('POST', '/v1/platform', { ...SETTINGS, provider_name: 'Other', version: 0 })
  expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', body])

  await superAdmin('POST', '/v1/platform', { ...SETTINGS, privacy_url: null, version: 1 })
  const history = await superAdmin('GET', '/v1/history/platform/1')
  expect(history.body[0]).toMatchObject({
    by: 'Sam Lee',
    changes: [{ field: 'privacy_url', from: 'https://panels.example/privacy', to: null }],
  })
  expect((await on.advanced('GET', '/v1/history/platform/1')).status).toBe(403)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'http://panels.example',
  'https://',
  'https://user:word@panels.example',
  'https://panels.example/a b',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '//panels.example',
  '',
  `https://panels.example/${'a'.repeat(500)}`,
])('the link %j is refused at its field', async address => {
  const { status, body } = await superAdmin('POST', '/v1/platform', {
    ...SETTINGS,
    desk_support_url: address,
    version: (await read()).version,
  })
  expect([status, body.details?.map(({ path }: { path: string[] }) => path)]).toEqual([422, [['desk_support_url']]])
})
