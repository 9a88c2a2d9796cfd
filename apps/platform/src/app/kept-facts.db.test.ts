import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ScopedRead } from '#kernel/db/prepared-read'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD, type Study } from '#testing/study'
import { WITHOUT_FACTS } from '#testing/without-facts'

const platform = usePlatform()
let make: StudyMaker
let study: Study
let token: string

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const house = await make.account({ name: 'House', isStaff: true })
  study = await make.study({ accountId: await make.account({ parentAccountId: house }), sources: [1, 3] })
  const { username } = await make.user({ accountId: study.accountId, advancedView: true })
  token = await platform().signIn(username, TEST_PASSWORD)
  await change(`update source set status_changed_by = ${study.userId} where account_id = ${study.accountId}`)
  await change(`update survey set status_changed_by = ${study.userId} where account_id = ${study.accountId}`)
  for (const [scope, id] of [['survey', study.surveyId], ...study.sourceIds.map(id => ['source', id])] as const)
    await make.rollup(study.accountId, scope as 'source', Number(id), { entrants: 9, completes: 4 })
})

/** Runs the statements in one transaction. */
const change = (...statements: string[]) =>
  platform().database.asSystem(async tx => {
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
const names = async (statement: string): Promise<string[]> =>
  (await platform().database.asSystem(tx => sql.raw<{ name: string }>(statement).execute(tx))).rows.map(
    ({ name }) => name,
  )
const facts = async (accountId: number): Promise<number> =>
  Number(
    (
      await names(`select coalesce(max(version), 0)::text as name from account_facts where account_id = ${accountId}`)
    )[0],
  )

/** The tables of a schema that have a trigger of this name. */
const tablesWith = (trigger: string) =>
  names(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = '${trigger}' and not tgisinternal order by 1`,
  )

test('a commit to a table with an account counts up the account’s facts, except for the few that say why not', async () => {
  const all = await names(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const withFacts = [...all.filter(name => !WITHOUT_FACTS.has(name)), 'app_user'].toSorted()
  expect([...WITHOUT_FACTS].filter(name => !all.includes(name))).toEqual([])
  expect(await tablesWith('account_facts_noted')).toEqual(withFacts)
  expect(await tablesWith('account_facts_moved')).toEqual(withFacts)
})

describe('the data behind an answer ahead of the contract', () => {
  const ADDRESSES = () => [`/v1/survey-stream-metrics/${study.surveyId}`, `/v1/surveys?pm_proj_ud=${study.projectId}`]
  const ask = async (address: string) => {
    const { status, body } = await platform().call('GET', address, { token })
    expect(status).toBe(200)
    return body
  }
  const answers = () => Promise.all(ADDRESSES().map(ask))
  const ofContract = () =>
    Promise.all(ADDRESSES().map(address => ask(`${address}${address.includes('?') ? '&' : '?'}for=the-contract`)))

  /** The tables that PostgreSQL reads for them, as it says itself. */
  async function tablesRead(): Promise<string[]> {
    const { database } = platform()
    const looks = vi.spyOn(database, 'readAtOnce')
    await ofContract()
    const reads: ScopedRead<unknown>[] = looks.mock.calls.flatMap(([given]) => [...given])
    looks.mockRestore()
    const plans = await database.readAsAccount(study.accountId, async tx => {
      const texts: string[] = []
      for (const [at, { scope, read, values }] of reads.entries()) {
        // the session is read with every call
        if (scope.role !== 'desk_app') continue
        await sql.raw(`prepare shown_${at} (${read.parameterTypes.join(', ')}) as ${read.text}`).execute(tx)
        const given = values.map(value => (typeof value === 'number' ? String(value) : `'${String(value)}'`)).join(', ')
        const { rows } = await sql
          .raw<Record<string, unknown>>(`explain (format json) execute shown_${at}(${given})`)
          .execute(tx)
        await sql.raw(`deallocate shown_${at}`).execute(tx)
        texts.push(JSON.stringify(rows))
      }
      return texts
    })
    return [
      ...new Set(
        plans.flatMap(plan =>
          [...plan.matchAll(/Relation Name[\\"]*: *[\\"]*([a-z_]+)/g)].map(([, name = '']) => name),
        ),
      ),
    ].toSorted()
  }

  const GLOBAL = new Set(['country', 'language'])

  test('comes from tables that count up facts or figures_version; countries and languages never change', async () => {
    const read = await tablesRead()
    const moving = new Set(await tablesWith('account_facts_moved'))
    expect(read).toEqual(
      expect.arrayContaining([
        'app_user',
        'project',
        'rollup',
        'source',
        'source_supplier',
        'supplier',
        'survey',
        'user_account',
      ]),
    )
    // one batch of the ledger writes both, and counts up figures_version
    expect(read.filter(name => !moving.has(name) && !GLOBAL.has(name))).toEqual(['hour_bucket', 'rollup'])
  })

  /** Another value of a column's type that its constraints may take. */
  const OTHERS: Readonly<Record<string, (column: string) => string[]>> = {
    text: column => [`${column} || ' more'`, `'classic'`, `'more'`],
    smallint: column => [`${column} + 1`, `3`, `2`],
    integer: column => [`${column} + 1`, `3`, `null`],
    bigint: column => [`${column} + 1`, `3`],
    boolean: column => [`not coalesce(${column}, false)`],
    'timestamp with time zone': column => [`coalesce(${column}, now()) + interval '1 hour'`],
    numeric: column => [`coalesce(${column}, 0) + 1`],
    'double precision': column => [`coalesce(${column}, 0) + 1`],
    real: column => [`coalesce(${column}, 0) + 1`],
  }

  /** The rows of a table that belong to the shown study. */
  const rowsOf = (table: string) =>
    table === 'app_user'
      ? `user_id = ${study.userId}`
      : `account_id = ${study.accountId}${table === 'user_account' ? ` and user_id = ${study.userId}` : ''}`

  test('is after a change of any column of any of those tables, but for keys, what the contract says (§3.9)', async () => {
    const seen: string[] = []
    for (const table of (await tablesRead()).filter(name => !GLOBAL.has(name))) {
      const { rows: columns } = await platform().database.asSystem(tx =>
        sql<{ name: string; type: string }>`
          select column_name as name, data_type as type from information_schema.columns
          where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
            and not exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
              where i.indrelid = ${table}::regclass and i.indisprimary and a.attname = column_name)
          order by ordinal_position`.execute(tx),
      )
      for (const { name, type } of columns) {
        const before = await answers()
        const figures = table === 'rollup' && name !== 'version' ? ', version = version + 1' : ''
        for (const value of OTHERS[type]?.(name) ?? []) {
          const isDone = await change(`update ${table} set ${name} = ${value}${figures} where ${rowsOf(table)}`).then(
            () => true,
            () => false,
          )
          if (isDone) break
        }
        const after = await answers()
        expect(after, `${table}.${name}`).toEqual(await ofContract())
        if (JSON.stringify(after) !== JSON.stringify(before)) seen.push(`${table}.${name}`)
      }
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        'app_user.firstname',
        'project.status',
        'rollup.entrants',
        'rollup.loi_median_seconds',
        'source.name',
        'source.target',
        'supplier.name',
        'survey.name',
        'survey.status',
      ]),
    )
  })
})

describe('an account’s facts', () => {
  test('count up once with a commit, whatever it changed, and not with a rollback', async () => {
    const other = await make.study({ accountId: await make.account() })
    const before = [await facts(study.accountId), await facts(other.accountId)]
    await change(
      `update source set name = name || '.' where account_id = ${study.accountId}`,
      `update survey set name = name || '.' where account_id = ${study.accountId}`,
    )
    const failing = platform().database.asSystem(async tx => {
      await sql.raw(`update source set name = name || '.' where account_id = ${other.accountId}`).execute(tx)
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect([await facts(study.accountId), await facts(other.accountId)]).toEqual([Number(before[0]) + 1, before[1]])
  })

  test('of several accounts count up in one order, so that transactions that change two in opposite orders do not deadlock', async () => {
    const studies = [
      await make.study({ accountId: await make.account() }),
      await make.study({ accountId: await make.account() }),
    ]
    const rename = (of: Study | undefined, what: string) =>
      `update ${what} set name = name || '.' where account_id = ${of?.accountId}`
    const [one, two] = studies
    const before = await Promise.all(studies.map(({ accountId }) => facts(accountId)))
    const ROUNDS = 20
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all([
        change(rename(one, 'source'), rename(two, 'source')),
        change(rename(two, 'survey'), rename(one, 'survey')),
        change(rename(one, 'supplier'), rename(two, 'project')),
      ])
    expect(await Promise.all(studies.map(({ accountId }) => facts(accountId)))).toEqual(
      before.map(version => version + 3 * ROUNDS),
    )
  })

  test('move when a user of the account is renamed from another one, and no user of an account writes them', async () => {
    const { database } = platform()
    const elsewhere = await make.account()
    await change(`insert into user_account (account_id, user_id) values (${elsewhere}, ${study.userId})`)
    const before = await facts(study.accountId)
    await change(`update app_user set lastname = 'Lamarr' where user_id = ${study.userId}`)
    expect([await facts(study.accountId), (await facts(elsewhere)) > 0]).toEqual([before + 1, true])
    await expect(
      database.asAccount(study.accountId, tx => sql`update account_facts set version = 1`.execute(tx)),
    ).rejects.toThrow('permission denied')
  })
})
