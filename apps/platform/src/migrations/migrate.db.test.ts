import { sql, type Migration } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '#testing/database/harness'
import { asOwner, connectAsOwner } from '#testing/database/test-server'
import { migrations } from './list.ts'
import { migrate, MigrationFailed } from './migrate.ts'

const create = (table: string): Migration => ({
  up: async db => {
    await sql.raw(`create table ${table} (id int)`).execute(db)
  },
})
const broken: Migration = {
  up: async db => {
    await sql.raw('create table half (id int)').execute(db)
    await sql.raw('select 1/0').execute(db)
  },
}

async function makeEmpty(): Promise<string> {
  const { url, drop } = await emptyDatabase()
  onTestFinished(drop)
  return url
}

async function tables(url: string): Promise<string[]> {
  const rows = (await asOwner(
    url,
    `select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
  )) as { tablename: string }[]
  return rows.map(({ tablename }) => tablename)
}

describe('our migrations', () => {
  test('from an empty database all are applied, once', async () => {
    const url = await makeEmpty()
    const names = Object.keys(migrations).toSorted()
    expect(await migrate(url)).toEqual(names)
    expect(await migrate(url)).toEqual([])
  })

  test('processes that start together wait for one another', async () => {
    const url = await makeEmpty()
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([Object.keys(migrations).toSorted(), [], []])
  })

  test('databases that are made together on one server share the roles', async () => {
    const urls = await Promise.all([makeEmpty(), makeEmpty()])
    const applied = await Promise.all(urls.map(url => migrate(url)))
    expect(applied.map(names => names.length)).toEqual([Object.keys(migrations).length, Object.keys(migrations).length])
  })
})

describe('a database of a version before the baseline (docs/decisions/0095)', () => {
  const applied = (url: string) => asOwner(url, 'select name from kysely_migration order by name')
  /** Records these earlier migrations in place of the baseline. */
  async function makeEarlier(...names: readonly string[]): Promise<string> {
    const url = await makeEmpty()
    await migrate(url, { upTo: '0001_baseline' })
    await asOwner(
      url,
      `delete from kysely_migration;
       insert into kysely_migration (name, timestamp) select unnest('{${names.join(',')}}'::text[]), '2026-11-01T00:00:00Z';
       insert into account (account_id, name, account_type) overriding system value values (70, 'Earlier', 'DESK')`,
    )
    return url
  }

  test('goes on with all of its rows if it has every earlier migration, also when processes start together', async () => {
    const url = await makeEarlier('0001_house', '0067_exclusions', '0121_alerts_of_accounts')
    const latest = await makeEmpty()
    await migrate(latest)
    const names = Object.keys(migrations).toSorted()
    const now = await Promise.all([migrate(url), migrate(url)])
    expect(now.flat()).toEqual(names.filter(name => name !== '0001_baseline'))
    expect(await migrate(url)).toEqual([])
    expect(await applied(url)).toEqual(names.map(name => ({ name })))
    expect(await asOwner(url, 'select name from account')).toEqual([{ name: 'Earlier' }])
    expect(await tables(url)).toEqual(await tables(latest))
  })

  test('is refused if it lacks some, names the version that brings it forward, and is left as it is', async () => {
    const url = await makeEarlier('0001_house', '0067_exclusions')
    const failed = await migrate(url).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(MigrationFailed)
    expect((failed as MigrationFailed).message).toEqual(
      'The database could not be brought to this version: 0001_baseline: this database ends at 0067_exclusions, which is older than the baseline. Start the last version that has the migration 0121_alerts_of_accounts on it once, then start this version. Nothing was changed.',
    )
    expect(await applied(url)).toEqual([{ name: '0001_house' }, { name: '0067_exclusions' }])
    expect(await asOwner(url, 'select name from account')).toEqual([{ name: 'Earlier' }])
  })
})

describe('the migrator', () => {
  test('only new files are applied, in the order of their names', async () => {
    const url = await makeEmpty()
    expect(await migrate(url, { migrations: { '0001_a': create('a') } })).toEqual(['0001_a'])
    expect(
      await migrate(url, { migrations: { '0003_c': create('c'), '0002_b': create('b'), '0001_a': create('a') } }),
    ).toEqual(['0002_b', '0003_c'])
    expect(await tables(url)).toEqual(['a', 'b', 'c'])
  })

  test('it stops at the migration asked for, and never goes back to one', async () => {
    const url = await makeEmpty()
    const both = { '0001_a': create('a'), '0002_b': create('b') }
    expect(await migrate(url, { migrations: both, upTo: '0001_a' })).toEqual(['0001_a'])
    expect(await migrate(url, { migrations: both })).toEqual(['0002_b'])
    expect(await migrate(url, { migrations: both, upTo: '0001_a' })).toEqual([])
    expect(await tables(url)).toEqual(['a', 'b'])
  })

  test('one that fails is named, and leaves nothing of the run behind', async () => {
    const url = await makeEmpty()
    const failed = await migrate(url, { migrations: { '0001_a': create('a'), '0002_broken': broken } }).catch(
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(MigrationFailed)
    expect((failed as MigrationFailed).message).toEqual(
      'The database could not be brought to this version: 0002_broken: division by zero. Nothing was changed.',
    )
    expect(await tables(url)).toEqual([])
  })

  test('one that waits for a lock gives up, so that nothing waits behind it (operate.md §2)', async () => {
    const url = await makeEmpty()
    await migrate(url, { migrations: { '0001_a': create('a') } })
    const holder = await connectAsOwner(url)
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table a')
    const grows: Migration = { up: async db => void (await sql.raw('alter table a add column n int').execute(db)) }
    await expect(
      migrate(url, { migrations: { '0001_a': create('a'), '0002_grows': grows }, lockTimeoutMs: 50 }),
    ).rejects.toThrow(
      'The database could not be brought to this version: 0002_grows: canceling statement due to lock timeout. Nothing was changed.',
    )
  })

  test('a database from a later version is refused', async () => {
    const url = await makeEmpty()
    await migrate(url, { migrations: { '0001_a': create('a'), '0002_later': create('later') } })
    await expect(migrate(url, { migrations: { '0001_a': create('a') } })).rejects.toThrow(
      'A newer version of Sample Desk has changed this database (0002_later). Start that version, or restore the backup from before the upgrade.',
    )
  })
})

describe('tenants in the schema', () => {
  test('every table with an account has row-level security with a policy for each role', async () => {
    const { url, drop } = await freshDatabase()
    onTestFinished(drop)
    const unguarded = await asOwner(
      url,
      `select c.relname as "table"
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and has_table_privilege('desk_app', c.oid, 'select, insert, update, delete')
          and not (c.relrowsecurity
            and exists (select from pg_policy p where p.polrelid = c.oid and 'desk_app'::regrole = any (p.polroles))
            and exists (select from pg_policy p where p.polrelid = c.oid and 'desk_system'::regrole = any (p.polroles)))
        order by 1`,
    )
    expect(unguarded).toEqual([])
  })

  test('no partition can be read past its parent, which has the policy', async () => {
    const { url, drop } = await freshDatabase()
    onTestFinished(drop)
    const open = await asOwner(
      url,
      `select c.relname as "table" from pg_class c
        where c.relispartition and c.relkind = 'r' and has_table_privilege('desk_app', c.oid, 'select, insert, update, delete') order by 1`,
    )
    expect(open).toEqual([])
  })

  test('the roles own nothing, pass no policy and cannot sign in', async () => {
    const { url, drop } = await freshDatabase()
    onTestFinished(drop)
    const roles = await asOwner(
      url,
      `select rolname as role, rolsuper or rolbypassrls as "passes", rolcanlogin as "signsIn", exists (select from pg_class where relowner = r.oid) as owns
         from pg_roles r where rolname like 'desk\\_%' order by 1`,
    )
    expect(roles).toEqual([
      { role: 'desk_app', passes: false, signsIn: false, owns: false },
      { role: 'desk_system', passes: false, signsIn: false, owns: false },
    ])
  })
})
