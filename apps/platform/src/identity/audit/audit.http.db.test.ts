import type { AuditEntry, AuditFault } from '@desk/schema/audit/audit-entry'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyAuditCommand } from '#cli/verify-audit'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { verifyAudit } from '#kernel/audit/verify-audit'
import { asOwner } from '#testing/database/test-server'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
const PATH = '/v1/audit-log'
const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
})

interface Person {
  readonly accountId: number
  readonly userId: number
  readonly username: string
  readonly token: string
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
}

/** An account of its own, with an admin who has signed in from somewhere. */
async function person(): Promise<Person> {
  const accountId = await on.make.account()
  const { userId, username } = await on.make.user({ accountId, firstname: 'Ana', lastname: 'Silva' })
  const headers = { 'User-Agent': 'Firefox on a laptop', 'X-Forwarded-For': '198.51.100.7' }
  const { body } = await platform().call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD }, headers })
  const token: string = body.AccessToken
  return {
    accountId,
    userId,
    username,
    token,
    ask: (method, path, sent) =>
      platform().call(method, path, { token, headers, ...(sent === undefined ? {} : { body: sent }) }),
  }
}
const entriesOf = async ({ ask }: Person, query = ''): Promise<readonly AuditEntry[]> =>
  (await ask('GET', `${PATH}${query}`)).body.entries
const acts = (entries: readonly AuditEntry[]) => entries.map(({ act, scope, object_id: id }) => [act, scope, id])
const question = (ask: Person['ask'], text = 'Are you awake?') =>
  ask('POST', '/v1/quality-questions', { language: 1, question: text })

describe('the audit log of an account', () => {
  test('says who did what to which object, by what and from where, newest first, with the changed fields', async () => {
    const who = await person()
    const { body: made } = await question(who.ask)
    const { body: key } = await who.ask('POST', '/v1/api-keys', {
      name: 'Sync',
      scopes: ['admin'],
      expires_in_days: 30,
      ...CONFIRMED,
    })
    await platform().call('DELETE', `/v1/quality-questions/${made.pm_q_uid}`, { token: key.secret })
    const [deleted, , created, signedIn] = await entriesOf(who)
    const from = { address: '198.51.100.7', user_agent: 'Firefox on a laptop', who: 'Ana Silva', who_uid: who.userId }
    expect(signedIn).toEqual({
      seq: 1,
      at: expect.any(String),
      act: 'signed_in',
      scope: 'session',
      object_id: who.userId,
      by: 'screen',
      api_key: null,
      changes: [],
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      ...from,
    })
    expect(created).toMatchObject({
      seq: 2,
      act: 'created',
      scope: 'quality_question',
      object_id: made.pm_q_uid,
      changes: expect.arrayContaining([{ field: 'question', from: null, to: 'Are you awake?' }]),
      ...from,
    })
    expect(deleted).toMatchObject({ seq: 4, act: 'deleted', by: 'api_key', api_key: 'Sync', address: '127.0.0.1' })
  })

  test('has sign-ins, wrong passwords, sign-outs and changed passwords, and the status of a study', async () => {
    const who = await person()
    const wrong = { username: who.username, password: 'Wrong-pass-1' }
    expect((await platform().call('POST', '/v1/login', { body: wrong })).status).toBe(401)
    await vi.waitFor(async () => expect(await entriesOf(who)).toHaveLength(2))
    const projectId = await on.make.project({ accountId: who.accountId })
    const status = { scope: 'project', id: projectId, statusid: 2, version: 1, command_id: 'audit' }
    const changed = await who.ask('PATCH', '/v1/survey-streams', status)
    expect(changed.status).toBe(200)
    const other = await platform().signIn(who.username, TEST_PASSWORD)
    await platform().call('POST', '/v1/logout', { token: other })
    const { body } = await who.ask('POST', '/v1/update-password', {
      password: TEST_PASSWORD,
      new_password: 'Kettle-brass-9',
    })
    const renewed: Person = {
      ...who,
      ask: (method, path) => platform().call(method, path, { token: body.AccessToken }),
    }
    expect(acts(await entriesOf(renewed))).toEqual([
      ['signed_in', 'session', who.userId],
      ['password_changed', 'session', who.userId],
      ['signed_out', 'session', who.userId],
      ['signed_in', 'session', who.userId],
      ['status', 'project', projectId],
      ['sign_in_failed', 'session', who.userId],
      ['signed_in', 'session', who.userId],
    ])
  })

  test('holds when the act does: a refused or rolled-back act leaves no entry', async () => {
    const who = await person()
    expect((await question(who.ask, '')).status).toBe(422)
    const failing = platform().database.asAccount(who.accountId, async tx => {
      await recordAudit(tx, { ...act(who), at: new Date() })
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(acts(await entriesOf(who))).toEqual([['signed_in', 'session', who.userId]])
  })

  test('is filtered by who, what, object, by and time, and read in pages from a place in the chain', async () => {
    const who = await person()
    const { body: one } = await question(who.ask, 'One?')
    await question(who.ask, 'Two?')
    const [two] = await entriesOf(who)
    const count = async (query: string) => (await entriesOf(who, `?${query}`)).length
    expect([
      await count(`who=${who.userId}`),
      await count('who=999999'),
      await count('act=created'),
      await count('scope=session'),
      await count(`scope=quality_question&object=${one.pm_q_uid}`),
      await count('by=api_key'),
      await count(`from=${two!.at}`),
      await count(`until=${two!.at}`),
      (await who.ask('GET', `${PATH}?act=eaten`)).status,
    ]).toEqual([3, 0, 2, 1, 1, 0, 1, 2, 422])
    const first = (await who.ask('GET', `${PATH}?limit=2`)).body
    const second = (await who.ask('GET', `${PATH}?limit=2&before=${first.next}`)).body
    expect([first.entries.map(({ seq }: AuditEntry) => seq), first.next]).toEqual([[3, 2], 2])
    expect([second.entries.map(({ seq }: AuditEntry) => seq), second.next]).toEqual([[1], null])
  })

  test('is its admins’ alone: neither plain users nor other accounts read it', async () => {
    const [who, other] = [await person(), await person()]
    await question(who.ask)
    expect([
      (await on.plain('GET', PATH)).status,
      (await on.plain('GET', `${PATH}/export?format=csv`)).status,
      (await on.plain('GET', `${PATH}/verification`)).status,
      acts(await entriesOf(other)),
    ]).toEqual([403, 403, 403, [['signed_in', 'session', other.userId]]])
  })

  test('is exported as lines of JSON or as CSV that no spreadsheet takes for formulas, and the log records the export', async () => {
    const who = await person()
    await question(who.ask, '=HYPERLINK("http://thief.example")')
    const lines = await who.ask('GET', `${PATH}/export?format=jsonl&scope=quality_question`)
    expect(lines.body.act).toBe('created')
    expect(lines.headers.get('content-disposition')).toBe('attachment; filename="audit-log.jsonl"')
    const cells: string = (await who.ask('GET', `${PATH}/export?format=csv`)).body
    const rows = cells.split('\r\n')
    expect(rows[0]).toBe('seq,at,who,who_uid,act,scope,object_id,by,api_key,address,user_agent,changes,hash')
    expect(rows).toHaveLength(1 + 4 + 1)
    expect(rows[1]).toMatch(/^4,.*,Ana Silva,\d+,exported,audit_log,,screen,,198\.51\.100\.7,Firefox on a laptop,/)
    const [exported] = await entriesOf(who, '?scope=audit_log&limit=1')
    expect(exported?.changes).toEqual([{ field: 'format', from: null, to: 'csv' }])
  })
})

const act = ({ accountId, userId }: Pick<Person, 'accountId' | 'userId'>) => ({
  accountId,
  userId,
  at: new Date('2026-11-01T10:00:00.000Z'),
  origin: originOf({}),
  act: 'edited' as const,
  scope: 'project' as const,
  objectId: 1,
  changes: [],
})
/** The owner of the tables, who has taken their triggers away. */
const tamper = (text: string) =>
  asOwner(
    platform().databaseUrl,
    `alter table audit_entry disable trigger user; alter table audit_chain disable trigger user; ${text};
     alter table audit_entry enable trigger user; alter table audit_chain enable trigger user`,
  )

describe('the chain of an account', () => {
  test('hashes each entry over the one before it', async () => {
    const who = await person()
    await question(who.ask)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ content: string; hash: Buffer }>`
        select e.content, c.hash from audit_chain c join audit_entry e using (account_id, entry_no)
        where account_id = ${who.accountId} order by seq`.execute(tx),
    )
    let before: Buffer = Buffer.alloc(32)
    for (const { content, hash } of rows) {
      before = createHash('sha256').update(before).update(content).digest()
      expect(hash).toEqual(before)
    }
    expect((await who.ask('GET', `${PATH}/verification`)).body).toEqual({
      entries: 2,
      hash: before.toString('hex'),
      first_broken: null,
    })
  })

  test('stays whole with parallel writers, who wait for each other at their commits alone', async () => {
    const [one, other] = [await person(), await person()]
    const { database } = platform()
    // each has written before any commits: a lock taken with the entry would hang here
    let written = 0
    let release = (): void => undefined
    const all = new Promise<void>(resolve => (release = resolve))
    const WRITERS = 8
    await Promise.all(
      Array.from({ length: WRITERS }, (_, at) =>
        database.asSystem(async tx => {
          for (const who of at % 2 === 0 ? [one, other] : [other, one]) await recordAudit(tx, act(who))
          if ((written += 1) === WRITERS) release()
          await all
        }),
      ),
    )
    await Promise.all(Array.from({ length: 12 }, (_, at) => question(one.ask, `Question ${at}?`)))
    const verdicts = await Promise.all([one, other].map(({ ask }) => ask('GET', `${PATH}/verification`)))
    expect(verdicts.map(({ body }) => [body.entries, body.first_broken])).toEqual([
      [1 + WRITERS + 12, null],
      [1 + WRITERS, null],
    ])
  })

  test('cannot be changed, removed, emptied or forged by the application’s roles', async () => {
    const who = await person()
    const { database } = platform()
    const tries = [
      `update audit_entry set content = '{}'`,
      'delete from audit_entry',
      'truncate audit_entry',
      `update audit_chain set hash = sha256('x')`,
      'delete from audit_chain',
      'truncate audit_chain',
      `insert into audit_chain values (${who.accountId}, 99, 99, sha256('x'))`,
      'update audit_head set seq = 0',
      'delete from audit_head',
      'truncate audit_head',
    ]
    for (const text of tries) {
      await expect(database.asAccount(who.accountId, tx => sql.raw(text).execute(tx))).rejects.toThrow(
        /permission denied/,
      )
      await expect(database.asSystem(tx => sql.raw(text).execute(tx))).rejects.toThrow(/permission denied/)
    }
    // nor by the owner of the tables, without taking the triggers away first
    for (const text of tries.filter(each => /^(?:update|delete|truncate).*audit_(?:entry|chain)/.test(each)))
      await expect(asOwner(platform().databaseUrl, text)).rejects.toThrow('The audit log is only added to')
    // an entry of another account is none that an account may write
    const foreign = database.asAccount(who.accountId, tx =>
      recordAudit(tx, act({ ...who, accountId: on.study.accountId })),
    )
    await expect(foreign).rejects.toThrow(/row-level security/)
    expect((await who.ask('GET', `${PATH}/verification`)).body.first_broken).toBeNull()
  })

  /** A chain of five entries, spoiled by the owner of its tables. */
  async function spoiled(spoil: (accountId: number) => string): Promise<[number, AuditFault] | null> {
    const accountId = await on.make.account()
    const { userId } = await on.make.user({ accountId })
    for (let entries = 0; entries < 5; entries++)
      await platform().database.asAccount(accountId, tx => recordAudit(tx, act({ accountId, userId })))
    await tamper(spoil(accountId))
    const { first_broken: broken } = await platform().database.readAsAccount(accountId, tx =>
      verifyAudit(tx, accountId),
    )
    return broken && [broken.seq, broken.fault]
  }
  const entryAt = (accountId: number, seq: number) =>
    `entry_no = (select entry_no from audit_chain where account_id = ${accountId} and seq = ${seq})`

  test('names the first entry that the owner of the database has tampered with', async () => {
    expect([
      await spoiled(() => 'select 1'),
      await spoiled(
        id => `update audit_entry set content = replace(content, 'edited', 'created') where ${entryAt(id, 3)}`,
      ),
      await spoiled(id => `update audit_entry set act = 'deleted' where ${entryAt(id, 2)}`),
      await spoiled(id => `update audit_entry set user_id = null where ${entryAt(id, 4)}`),
      await spoiled(id => `delete from audit_entry where ${entryAt(id, 3)}`),
      await spoiled(id => `delete from audit_chain where account_id = ${id} and seq = 2`),
      await spoiled(id => `delete from audit_chain where account_id = ${id} and seq > 3`),
      await spoiled(
        id =>
          `insert into audit_entry (account_id, at, act, scope, by, content) values (${id}, now(), 'edited', 'project', 'screen', '{}')`,
      ),
      // its own hash made to fit: the next one does not
      await spoiled(
        id => `update audit_entry set content = replace(content, '2026', '2025'), at = at - interval '1 year' where ${entryAt(id, 3)};
               update audit_chain c set hash = sha256((select p.hash from audit_chain p where p.account_id = ${id} and p.seq = 2)
                 || convert_to((select e.content from audit_entry e where e.account_id = ${id} and e.entry_no = c.entry_no), 'UTF8'))
               where c.account_id = ${id} and c.seq = 3`,
      ),
    ]).toEqual([
      null,
      [3, 'changed'],
      [2, 'changed'],
      [4, 'changed'],
      [3, 'missing'],
      [2, 'missing'],
      [4, 'cut_off'],
      [6, 'not_chained'],
      [4, 'changed'],
    ])
  })

  test('is verified by the command line for every account, with its last hash or its first broken entry', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { accountId, ask } = await person()
    const { hash } = (await ask('GET', `${PATH}/verification`)).body
    const code = await verifyAuditCommand(platform().database, [])
    // those that the tests above have spoiled
    expect([code, await verifyAuditCommand(platform().database, ['--repair'])]).toEqual([1, 2])
    expect(log.mock.calls.flat()).toContainEqual(
      expect.stringMatching(new RegExp(`^account ${accountId} \\(.*\\): 1 entries, whole, ${hash}$`)),
    )
    expect(error.mock.calls.flat()).toContainEqual(expect.stringMatching(/^account \d+ \(.*\): entry 3 was changed$/))
    log.mockRestore()
    error.mockRestore()
  })
})
