import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { usePlatform } from '@desk/platform/testing/platform'
import { makeTestDemo } from '@desk/platform/testing/test-demo'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const platform = usePlatform()
const readme = readFileSync(join(process.cwd(), 'README.md'), 'utf8')
const step = (no: number): string =>
  new RegExp(`^${no}\\. (.*)$`, 'm').exec(readme.slice(readme.indexOf('## The first five minutes')))?.[1] ?? ''
const inside = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

interface Row {
  readonly stmid: number
  readonly name: string
  readonly type: string
  readonly completes: number
}

beforeAll(() => makeTestDemo({ database: platform().database, url: platform().databaseUrl }), 240_000)

/** The source table of the survey that the README opens, as a user sees it. */
async function table(username: string): Promise<readonly Row[]> {
  const token = await platform().signIn(username, DEMO_PASSWORD)
  const read = async (path: string) => (await platform().call('GET', path, { token })).body
  const [, projectName, surveyName] = /Open \*(.+?)\*, then its first survey, \*(.+?)\*/.exec(step(2)) ?? []
  const project = (await read('/v1/projects?limit=200')).find(
    (each: { pm_proj_name: string }) => each.pm_proj_name === projectName,
  )
  const surveys = await read(`/v1/surveys?pm_proj_ud=${project.pm_proj_ud}`)
  expect(surveys[0].pm_sy_name).toBe(surveyName)
  return read(`/v1/survey-stream-metrics/${surveys[0].pm_sy_ud}`)
}

const admin = inside(step(1), /sign in as `(.+?)`/)
const partner = async (): Promise<Row> => {
  const name = inside(step(3), /complete yourself, at \*(.+?)\*/)
  return (await table(admin)).find(row => row.name === name)!
}

test('the source that the README names is classic and takes an entrant without &sup; the complete counts', async () => {
  const before = await partner()
  expect(before.type).toBe(inside(step(3), /Partners are \*(\w+)\* sources/))
  const entry = await platform().call('GET', `/entry/${before.stmid}?rid=me-1`)
  const location = entry.headers.get('location') ?? ''
  expect(location).toMatch(/^https:\/\/survey\.example\//)
  const answer = await platform().call('GET', `/return?inbound_code=1000&rdud=${location.split('=').at(-1)}`)
  expect(answer.status).toBe(302)
  expect((await partner()).completes).toBe(before.completes + 1)
})

test('no classic source of the demo is paced, so that the README’s entrant is let in at any hour', async () => {
  const { rows } = await platform().database.readAsSystem(tx =>
    tx.client.query(`select distinct pacing from source where type = 'classic'`),
  )
  expect(rows).toEqual([{ pacing: 1 }])
})

test('the user of the last step lacks the columns that the README names, and the admin has them', async () => {
  const [mine, others] = await Promise.all(
    [admin, inside(step(5), /Sign in as `(.+?)`/)].map(async username => Object.keys((await table(username))[0] ?? {})),
  )
  expect(step(5)).toContain('for example EQ terms, CPI and Expense are missing')
  const named = ['eqTerms', 'supplierCpi', 'expense']
  expect(mine).toEqual(expect.arrayContaining(named))
  expect(named.filter(column => others?.includes(column))).toEqual([])
})
