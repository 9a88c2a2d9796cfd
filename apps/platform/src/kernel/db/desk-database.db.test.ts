import { sql } from 'kysely'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Client, PoolClient } from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner, silentLog } from '#testing/database/test-server'
import { DeskDatabase } from './desk-database.ts'
import {
  CheckViolation,
  DatabaseUnavailable,
  ForeignKeyViolation,
  SerializationConflict,
  UniqueViolation,
} from './errors.ts'
import type { Tx } from './tx.ts'

const fresh = useDatabase()
const database = () => fresh().database

async function addNote(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`insert into note (account_id, id) values (${accountId}, ${id})`.execute(tx)
}

async function notes(tx: Tx): Promise<{ account: number; id: number }[]> {
  return (
    await sql<{
      account: number
      id: number
    }>`select account_id as account, id from note order by account_id, id`.execute(tx)
  ).rows
}

async function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )
}

/** A way to the server that lets some of the new connections wait for ever. */
async function slowDoor(serverUrl: string) {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const open = new Set<Socket>()
  let toHold = 0
  let held = 0
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    if (held < toHold) {
      held += 1
      return
    }
    const through = connect(target)
    open.add(through)
    through.on('error', () => socket.destroy())
    socket.on('close', () => through.destroy())
    socket.pipe(through).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of open) socket.destroy()
  })
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port) // a TCP server that listens has one
  return {
    url: url.href,
    hold: (connections: number) => (toHold = held + connections),
    held: () => held,
  }
}

/** An event that a test raises and another part of it awaits. */
function flag(): { raise: () => void; raised: Promise<void> } {
  let raise = () => {}
  const raised = new Promise<void>(resolve => {
    raise = resolve
  })
  return { raise, raised }
}

beforeAll(async () => {
  await asOwner(
    fresh().url,
    `create table note (account_id int not null, id int primary key check (id > 0), refers_to int references note);
     alter table note enable row level security;
     create policy own on note to desk_app using (account_id = nullif(current_setting('desk.account', true), '')::int);
     create policy whole on note to desk_system using (true);
     grant all on note to desk_app, desk_system;
     create table cut (id int);
     create function cut_me() returns trigger language plpgsql security definer as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
     create constraint trigger cut after insert on cut deferrable initially deferred for each row execute function cut_me();
     grant all on cut to desk_system`,
  )
})

describe('scope', () => {
  test('a transaction of an account runs under desk_app and its account, and resets both on the connection', async () => {
    const who = async (tx: Tx) =>
      (
        await sql<object>`select current_user as role, nullif(current_setting('desk.account', true), '') as account, current_setting('transaction_read_only') as "readOnly"`.execute(
          tx,
        )
      ).rows
    const single = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 1 })
    expect(await single.asAccount(7, who)).toEqual([{ role: 'desk_app', account: '7', readOnly: 'off' }])
    expect(await single.asSystem(who)).toEqual([{ role: 'desk_system', account: null, readOnly: 'off' }])
    expect(await single.readAsAccount(8, who)).toEqual([{ role: 'desk_app', account: '8', readOnly: 'on' }])
    expect(await single.readAsSystem(who)).toEqual([{ role: 'desk_system', account: null, readOnly: 'on' }])
    await single.close()
  })

  test('an account sees and writes only its own rows; without an account nothing is visible', async () => {
    await database().asAccount(1, tx => addNote(tx, 1, 11))
    await database().asAccount(2, tx => addNote(tx, 2, 12))
    expect(await database().asAccount(1, notes)).toEqual([{ account: 1, id: 11 }])
    expect(await database().readAsAccount(2, notes)).toEqual([{ account: 2, id: 12 }])
    expect(await database().asAccount(3, notes)).toEqual([])
    expect(await database().readAsSystem(notes)).toEqual([
      { account: 1, id: 11 },
      { account: 2, id: 12 },
    ])
    const withoutAccount = database().asSystem(async tx => {
      await sql`set local role desk_app`.execute(tx)
      return notes(tx)
    })
    expect(await withoutAccount).toEqual([])
    expect(await caught(database().asAccount(1, tx => addNote(tx, 2, 13)))).toMatchObject({ code: '42501' })
  })

  test('a failed callback leaves nothing behind, and its error arrives as it was', async () => {
    const own = new Error('no')
    const failing = database().asAccount(4, async tx => {
      await addNote(tx, 4, 41)
      throw own
    })
    expect(await caught(failing)).toBe(own)
    expect(await database().asAccount(4, notes)).toEqual([])
  })

  test('a swallowed error of a query is no commit', async () => {
    const swallowing = database().asAccount(5, async tx => {
      await addNote(tx, 5, 51)
      await caught(sql`select 1/0`.execute(tx))
    })
    expect(await caught(swallowing)).toEqual(
      new Error('Nothing was stored: a query of this transaction failed and its error was swallowed'),
    )
    expect(await database().asAccount(5, notes)).toEqual([])
  })

  test('pipelined statements are stored with the commit', async () => {
    await database().asAccount(
      40,
      async tx => {
        tx.leave(addNote(tx, 40, 401))
        tx.leave(addNote(tx, 40, 402))
      },
      { eager: true },
    )
    expect(await database().readAsAccount(40, notes)).toEqual([
      { account: 40, id: 401 },
      { account: 40, id: 402 },
    ])
  })

  test('if one of them fails, all roll back, and its error arrives, not that of later ones', async () => {
    const failing = database().asAccount(
      41,
      async tx => {
        tx.leave(addNote(tx, 41, 411))
        tx.leave(tx.client.query(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`))
        await notes(tx)
      },
      { eager: true },
    )
    expect(await caught(failing)).toBeInstanceOf(SerializationConflict)
    expect(await database().readAsAccount(41, notes)).toEqual([])
  })

  test('statements that are sent together leave in one write, and after a failure each leaves for itself again', async () => {
    const writes = await database().asAccount(43, async tx => {
      await notes(tx)
      const { stream } = (tx.client as PoolClient & Pick<Client, 'connection'>).connection
      const written = vi.spyOn(stream, '_writev')
      const add = (id: number) =>
        tx.client.query('insert into note (account_id, id) values ($1::int, $2::int)', [43, id])
      const writesOf = async (send: () => Promise<unknown>) => {
        written.mockClear()
        await send()
        return written.mock.calls.length
      }
      const together = await writesOf(() => tx.together(() => Promise.all([add(431), add(432), add(433)])))
      const fail = () => {
        throw new Error('half-way')
      }
      expect(() => tx.together(fail)).toThrow('half-way')
      const apart = await writesOf(() => Promise.all([add(434), add(435)]))
      written.mockRestore()
      return { together, apart }
    })
    expect(writes).toEqual({ together: 1, apart: 2 })
    expect((await database().readAsAccount(43, notes)).map(({ id }) => id)).toEqual([431, 432, 433, 434, 435])
  })

  test('a transaction that has ended refuses queries', async () => {
    const kept = await database().asSystem(async tx => tx)
    expect(await caught(notes(kept))).toEqual(
      new Error('This transaction has ended: await every query inside the callback, and do not keep tx'),
    )
    expect(() => kept.client).toThrow('This transaction has ended')
  })

  test('a read sees one snapshot and cannot write', async () => {
    const seen = await database().readAsAccount(6, async tx => {
      const before = await notes(tx)
      await database().asAccount(6, other => addNote(other, 6, 61))
      return [before, await notes(tx)]
    })
    expect(seen).toEqual([[], []])
    expect(await caught(database().readAsAccount(6, tx => addNote(tx, 6, 62)))).toEqual(
      new Error('A transaction that only reads tried to write'),
    )
  })

  test('an invalid account id is refused before anything runs', async () => {
    expect(await caught(database().asAccount(0, notes))).toBeInstanceOf(RangeError)
  })
})

describe('errors', () => {
  test('constraint errors have kind, name and table', async () => {
    await database().asAccount(20, tx => addNote(tx, 20, 201))
    const add = (values: string) =>
      caught(
        database().asAccount(20, tx =>
          tx.client.query(`insert into note (account_id, id, refers_to) values ${values}`),
        ),
      )
    const unique = await add('(20, 201, null)')
    const foreign = await add('(20, 202, 999)')
    const check = await add('(20, -1, null)')
    const missing = await add('(20, null, null)')
    expect([unique, foreign, check, missing].map(error => Object.getPrototypeOf(error).constructor)).toEqual([
      UniqueViolation,
      ForeignKeyViolation,
      CheckViolation,
      CheckViolation,
    ])
    expect([unique, foreign, check, missing]).toEqual([
      expect.objectContaining({ _tag: 'UniqueViolation', constraint: 'note_pkey', table: 'note' }),
      expect.objectContaining({ _tag: 'ForeignKeyViolation', constraint: 'note_refers_to_fkey', table: 'note' }),
      expect.objectContaining({ _tag: 'CheckViolation', constraint: 'note_id_check', table: 'note' }),
      expect.objectContaining({ _tag: 'CheckViolation', constraint: 'not_null:id', table: 'note' }),
    ])
  })

  test('the typed error is there inside the callback too', async () => {
    const inside = await database().asSystem(async tx => {
      await sql`savepoint before`.execute(tx)
      const error = await caught(addNote(tx, 21, -5))
      await sql`rollback to before`.execute(tx)
      return error
    })
    expect(inside).toBeInstanceOf(CheckViolation)
  })

  test('of two transactions that deadlock, the idempotent one is retried', async () => {
    await database().asSystem(async tx => {
      await addNote(tx, 30, 301)
      await addNote(tx, 30, 302)
    })
    const touch = (tx: Tx, id: number) => sql`update note set refers_to = null where id = ${id}`.execute(tx)
    const firstHolds = flag()
    const secondHolds = flag()
    let runs = 0
    const first = database().asAccount(
      30,
      async tx => {
        runs++
        await touch(tx, 301)
        firstHolds.raise()
        await secondHolds.raised
        await touch(tx, 302)
      },
      { idempotent: true },
    )
    const second = database().asAccount(
      30,
      async tx => {
        runs++
        await firstHolds.raised
        await touch(tx, 302)
        secondHolds.raise()
        await touch(tx, 301)
      },
      { idempotent: true },
    )
    await Promise.all([first, second])
    expect(runs).toEqual(3)
  })

  test('a conflict is retried three times at most, and never without permission', async () => {
    const runs = async (options: { idempotent?: boolean }) => {
      let count = 0
      const conflicting = database().asSystem(async tx => {
        count++
        await tx.client.query(`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`)
      }, options)
      return [await caught(conflicting), count]
    }
    expect(await runs({ idempotent: true })).toEqual([expect.any(SerializationConflict), 4])
    expect(await runs({})).toEqual([expect.any(SerializationConflict), 1])
  })

  test('a cut connection is reported as unavailable, with the commit in doubt only if it was in progress; the pool goes on', async () => {
    const cut = database().asSystem(tx => sql`insert into cut values (1); set constraints all immediate`.execute(tx))
    expect(await caught(cut)).toEqual(expect.objectContaining({ _tag: 'DatabaseUnavailable', mayHaveCommitted: false }))
    const atCommit = database().asSystem(tx => sql`insert into cut values (1)`.execute(tx))
    expect(await caught(atCommit)).toEqual(
      expect.objectContaining({ _tag: 'DatabaseUnavailable', mayHaveCommitted: true }),
    )
    await database().ping()
  })

  test('a connection that turned read-only is thrown away, and the next call writes', async () => {
    const one = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 1 })
    await one.asAccount(50, tx => tx.client.query('set session characteristics as transaction read only'))
    expect(await caught(one.asAccount(50, tx => addNote(tx, 50, 501)))).toBeInstanceOf(DatabaseUnavailable)
    await one.asAccount(50, tx => addNote(tx, 50, 502))
    expect(await one.readAsAccount(50, notes)).toEqual([{ account: 50, id: 502 }])
    await one.close()
  })

  test.each([
    ['55000', 'cannot acquire lock mode RowExclusiveLock on database objects while recovery is in progress'],
    ['40001', 'canceling statement due to conflict with recovery'],
    ['40P01', 'canceling statement due to conflict with recovery'],
  ])('%s of a standby is no conflict to retry: the database is away', async (state, message) => {
    let runs = 0
    const refused = database().asSystem(
      async tx => {
        runs++
        await tx.client.query(`do $$ begin raise exception '${message}' using errcode = '${state}'; end $$`)
      },
      { idempotent: true },
    )
    expect([await caught(refused), runs]).toEqual([expect.any(DatabaseUnavailable), 1])
  })

  test('a statement that takes too long is ended', async () => {
    const slow = database().asSystem(tx => sql`select pg_sleep(60)`.execute(tx), { timeoutMs: 50 })
    expect(await caught(slow)).toBeInstanceOf(DatabaseUnavailable)
  })

  test('callers wait longer for a connection while others are released: the database is only busy', async () => {
    const busy = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 1, connectionTimeoutMs: 1_500 })
    const slow = () => busy.readAsSystem(async tx => (await sql`select pg_sleep(0.5)`.execute(tx)).rows.length)
    expect(await Promise.all([slow(), slow(), slow(), slow(), slow()])).toEqual([1, 1, 1, 1, 1])
    await busy.close()
  })

  test('a new connection that is set up too slowly is waited for again while others are given back, and fails where none is', async () => {
    const door = await slowDoor(fresh().url)
    const twoAtMost = { url: door.url, log: silentLog, maxConnections: 2, connectionTimeoutMs: 250 }
    const busy = new DeskDatabase(twoAtMost)
    await busy.ping()
    door.hold(1)
    let isAnswered = false
    const atWork = flag()
    const others = (async () => {
      while (!isAnswered)
        await busy.readAsSystem(tx => {
          atWork.raise()
          return sql`select pg_sleep(0.05)`.execute(tx)
        })
    })()
    // the one connection is taken: the next caller sets up another one
    await atWork.raised
    const late = caught(busy.ping()).finally(() => (isAnswered = true))
    expect([await late, door.held()]).toEqual(['nothing was thrown', 1])
    await others
    await busy.close()
    door.hold(Number.POSITIVE_INFINITY)
    const alone = new DeskDatabase(twoAtMost)
    expect(await caught(alone.ping())).toEqual(
      expect.objectContaining({ reason: 'Connection terminated due to connection timeout' }),
    )
    await alone.close()
  })

  test('a caller without a connection in time gets an error', async () => {
    const small = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 1, connectionTimeoutMs: 1_000 })
    const outcome = await small.asSystem(() => caught(small.ping()))
    expect(outcome).toEqual(
      expect.objectContaining({ _tag: 'DatabaseUnavailable', reason: 'timeout exceeded when trying to connect' }),
    )
    await small.close()
  })
})

test('columns arrive as numbers, dates and parsed json', async () => {
  const read = await database().readAsSystem(tx =>
    sql`select 9007199254740991::int8 as big, 9007199254740992::int8 as bigger, 12.50::numeric as price, sum(3::int8) as sum, '7'::xid8 as xid,
      array[1, null]::int8[] as bigs, '2026-03-29'::date as day, '2026-03-29 01:30'::timestamp as local, '2026-03-29T01:30:00.123Z'::timestamptz as at, '{"a":[1]}'::jsonb as json`.execute(
      tx,
    ),
  )
  expect(read.rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      bigger: '9007199254740992',
      price: 12.5,
      sum: 3,
      xid: 7,
      bigs: [1, null],
      day: '2026-03-29',
      local: new Date('2026-03-29T01:30:00Z'),
      at: new Date('2026-03-29T01:30:00.123Z'),
      json: { a: [1] },
    },
  ])
})
