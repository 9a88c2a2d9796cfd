import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let admin: Ask
beforeAll(async () => {
  on = await stage(platform())
  admin = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1 })
})

const PATH = '/v1/privacy/processing-record'

test('the record has each category with its columns, and the recipients that are set up (docs/decisions/0114)', async () => {
  const { status, body } = await admin('GET', PATH)
  expect(status).toBe(200)
  const marks = body.categories.find(({ category }: { category: string }) => category === 'respondent_marks')
  expect(marks.tables).toEqual([{ table: 'respondent', columns: ['address', 'fingerprint'] }])
  const configured = body.recipients.filter(
    ({ is_configured: isConfigured }: { is_configured: boolean }) => isConfigured,
  )
  expect(configured.map(({ recipient }: { recipient: string }) => recipient)).toEqual(['suppliers', 'clients'])
})

test('the file has a line for each table of a category (docs/decisions/0114)', async () => {
  const { status, body } = await admin('GET', `${PATH}/file`)
  expect([status, typeof body]).toEqual([200, 'string'])
  expect(body).toContain('Supplier IDs,Respondents,')
  expect(body).toContain(',recontact_person,rid,')
})

test('others than admins are refused (docs/decisions/0114)', async () => {
  expect([(await on.plain('GET', PATH)).status, (await on.plain('GET', `${PATH}/file`)).status]).toEqual([403, 403])
})
