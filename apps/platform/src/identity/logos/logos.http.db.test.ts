import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const svg = (fill: string) =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="${fill}"/></svg>`).toString('base64')}`
const DRAWN = /^data:image\/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+=*$/

const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let path: string

beforeAll(async () => {
  on = await stage(platform())
  const house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
  path = `/v1/account/${on.study.accountId}/logo`
})

test('an admin sets the logo of the account, everybody in it reads it, and a refused file leaves it (§7.22, api:M10, api:M11)', async () => {
  const { status, body } = await on.advanced('POST', path, { data: svg('red') })
  expect([status, body]).toEqual([200, { data: expect.stringMatching(DRAWN) }])
  expect((await on.plain('GET', path)).body).toEqual(body)

  const refused = await on.advanced('POST', path, { data: 'data:image/png;base64,UEsDBA==' })
  const message = 'Choose a PNG, JPEG or SVG file.'
  expect([refused.status, refused.body.message, refused.body.details]).toEqual([
    422,
    message,
    [{ path: ['data'], message }],
  ])
  expect((await on.plain('GET', path)).body).toEqual(body)

  expect((await on.advanced('POST', path, { data: null })).body).toEqual({ data: null })
  expect((await on.plain('GET', path)).body).toEqual({ data: null })
})

test('a super admin sets and reads the logo of any account; one that does not exist answers 404 (api:M11)', async () => {
  const { body } = await superAdmin('POST', path, { data: svg('blue') })
  expect((await superAdmin('GET', path)).body).toEqual(body)
  expect((await on.plain('GET', path)).body).toEqual(body)
  const nowhere = '/v1/account/999999/logo'
  expect([
    (await superAdmin('POST', nowhere, { data: null })).status,
    (await superAdmin('GET', nowhere)).status,
  ]).toEqual([404, 404])
})

test('a file of 1 MB gets through, a larger one is refused with that reason (api:M11)', async () => {
  const padded = (bytes: number) =>
    `data:image/svg+xml;base64,${Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`.padEnd(bytes),
    ).toString('base64')}`
  expect((await on.advanced('POST', path, { data: padded(1_000_000) })).status).toBe(200)
  const { status, body } = await on.advanced('POST', path, { data: padded(1_000_001) })
  expect([status, body.message]).toEqual([422, 'The file is over 1 MB.'])
})
