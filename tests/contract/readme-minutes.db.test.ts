import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { makeDemo } from '@desk/platform/demo/make-demo'
import { usePlatform } from '@desk/platform/testing/platform'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'

const platform = usePlatform()
const readme = readFileSync(join(process.cwd(), 'README.md'), 'utf8')
const step = (no: number): string =>
  new RegExp(`^${no}\\. (.*)$`, 'm').exec(readme.slice(readme.indexOf('## The first five minutes')))?.[1] ?? ''
const inside = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

interface Row {
  readonly stmid: number
  readonly type: string
  readonly completes: number
}

beforeAll(
  () =>
    makeDemo(platform().database, {
      wanted: true,
      log: pino({ level: 'silent' }),
      removeUnfinished: () => Promise.resolve(),
    }),
  120_000,
)

/** The source tables of the project that the README opens, as somebody sees them. */
async function tables(username: string): Promise<readonly Row[]> {
  const token = await platform().signIn(username, DEMO_PASSWORD)
  const read = async (path: string) => (await platform().call('GET', path, { token })).body
  const name = inside(step(2), /Open \*(.+?)\*/)
  const project = (await read('/v1/projects?limit=200')).find(
    (each: { pm_proj_name: string }) => each.pm_proj_name === name,
  )
  const surveys: { pm_sy_ud: number }[] = await read(`/v1/surveys?pm_proj_ud=${project.pm_proj_ud}`)
  return (await Promise.all(surveys.map(({ pm_sy_ud }) => read(`/v1/survey-stream-metrics/${pm_sy_ud}`)))).flat()
}

test('the README’s first five minutes match the demo: a classic source accepts an entrant without &sup, and the advanced user sees more columns', async () => {
  const admin = inside(step(1), /sign in as `(.+?)`/)
  const [type, other] = [inside(step(3), /source of the type \*(\w+)\*/), inside(step(5), /Sign in as `(.+?)`/)]
  const rows = await tables(admin)
  const enter = (source: number) => platform().call('GET', `/entry/${source}?rid=readme-${source}`)
  const statuses = async (of: readonly Row[]) => [
    ...new Set(await Promise.all(of.map(async ({ stmid }) => (await enter(stmid)).status))),
  ]
  expect([
    await statuses(rows.filter(row => row.type === type)),
    await statuses(rows.filter(row => row.type === 'diy')),
  ]).toEqual([[302], [404]])

  // a place that is still free: its link leads to the survey, with the RDUD at its end
  const locations = await Promise.all(
    rows
      .filter(row => row.type === type)
      .map(async ({ stmid }) => ({
        stmid,
        location: (await platform().call('GET', `/entry/${stmid}?rid=me-${stmid}`)).headers.get('location') ?? '',
      })),
  )
  const free = locations.find(({ location }) => location.startsWith('https://survey.example/'))!
  const rdud = free.location.split('=').at(-1)
  const { status } = await platform().call('GET', `/return?inbound_code=1000&rdud=${rdud}`)
  const completesOf = async (): Promise<number> =>
    (await tables(admin)).find(row => row.stmid === free.stmid)?.completes ?? 0
  const before = rows.find(row => row.stmid === free.stmid)?.completes ?? 0
  expect([status, (await completesOf()) - before]).toEqual([302, 1])

  const [mine, others] = [Object.keys(rows[0] ?? {}), Object.keys((await tables(other))[0] ?? {})]
  expect([
    mine.filter(column => !others.includes(column)),
    others.filter(column => !mine.includes(column)).length > 0,
  ]).toEqual([[], true])
})
