import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { hashParameters } from '../facts/return-hash.ts'
import { SUPPLIER, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

import { NOBODY } from '../testing/figures.ts'
import { agreed, MINUTE_MS, noon, openLedger } from '../testing/open-ledger.ts'

const fresh = useDatabase()
const open = (spec?: StudySpec, nowMs?: number) => openLedger(fresh().database, spec, nowMs)

describe('hashing', () => {
  const hashed = (hex: string, secret: string | null, inbound = '1000') => {
    const parameters = new Map([
      ['inbound_code', inbound],
      ['rdud', hex],
    ])
    return {
      parameters: secret === null ? parameters : new Map([...parameters, ['hash', hashParameters(parameters, secret)]]),
    }
  }
  test('both keys of an account make completes; a bad or missing hash never does (§3.14)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['old key', 'new key'] })
    const codes: number[] = []
    for (const [at, secret] of ['old key', 'new key', 'stolen key', null].entries()) {
      const { hex } = await desk.enter(`r${at}`)
      codes.push((await desk.return(hex, '1000', hashed(hex, secret))).code)
    }
    expect(codes).toEqual([30, 30, 35, 35])
    const { completes, sqTerms, expense } = await desk.figures()
    expect({ completes, sqTerms, expense }).toEqual({ completes: 2, sqTerms: 2, expense: 5 })
  })

  test('a forged server return does not undo a complete (§3.17)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000', hashed(hex, 'key'))
    expect((await desk.return(hex, '2000', { viaServer: true, ...hashed(hex, 'forged', '2000') })).code).toBe(30)
  })

  describe("a server's return overrules only when it is believed (law 8, domain.md §3)", () => {
    const aTermThat = async (spec: StudySpec, secret: string | null, inbound = '1000') => {
      const desk = await open(spec)
      const { hex } = await desk.enter('r1')
      const before = await desk.return(hex, '2000', hashedIfRequired(spec, hex))
      const after = await desk.return(hex, inbound, {
        viaServer: true,
        atMs: noon + 30 * MINUTE_MS,
        ...hashed(hex, secret, inbound),
      })
      const { rows } = await desk.database.readAsSystem(tx =>
        tx.client.query(
          'select to_code, changed, detail from respondent_event where rdud = $1 order by position desc limit 1',
          [hex],
        ),
      )
      const { rows: respondents } = await desk.database.readAsSystem(tx =>
        tx.client.query('select code, via_server from respondent where rdud = $1', [hex]),
      )
      expect([before.code, await verifyLedger(desk.database)]).toEqual([31, []])
      return { answer: agreed(after), step: rows[0], row: respondents[0], figures: await desk.figures(), desk, hex }
    }
    const hashedIfRequired = ({ hashRequired }: StudySpec, hex: string) =>
      hashRequired ? hashed(hex, 'key', '2000') : {}
    const stays = {
      code: 31,
      outcome: 'termination',
      address: `${SUPPLIER}/term?rid=r1&outcome=termination`,
      repeat: true,
      late: false,
    }
    const term = { ...NOBODY, entrants: 1, terms: 1, ir: 0, conversion: 0 }
    const complete = {
      ...NOBODY,
      entrants: 1,
      completes: 1,
      ir: 1,
      conversion: 1,
      loi: 8,
      supplierCpi: 2.5,
      expense: 2.5,
      pricedCompletes: 1,
    }
    const unbelieved = {
      to_code: 31,
      changed: false,
      detail: {
        inbound: '1000',
        via: 'server',
        again: true,
        rule: 'unsigned_return',
        threshold: 'a valid hash',
        value: 'none checked',
      },
    }

    test.each<[string, StudySpec, string | null]>([
      ['unsigned, with hashing off (§3.12)', {}, null],
      ['unsigned, while there is a key (§3.12)', { hashSecrets: ['key'] }, null],
      ['with a hash that no key is there to check (§3.12)', {}, 'key'],
    ])('%s, it is a repeat that changes nothing', async (_name, spec, secret) => {
      const { answer, step, row, figures } = await aTermThat(spec, secret)
      expect([answer, step, row, figures]).toEqual([stays, unbelieved, { code: 31, via_server: false }, term])
    })

    test.each<[string, StudySpec, string | null, object]>([
      ['signed with a valid key (§3.17)', { hashSecrets: ['key'] }, 'key', { via: 'server', hash: 'valid' }],
      [
        'signed where a hash is required (§3.17)',
        { hashSecrets: ['key'], hashRequired: true },
        'key',
        { via: 'server', hash: 'valid' },
      ],
      [
        'unsigned, where the account believes unsigned ones (§3.17)',
        { unsignedOverrule: true },
        null,
        { via: 'server' },
      ],
    ])('%s, it overrules', async (_name, spec, secret, detail) => {
      const { answer, step, row, figures } = await aTermThat(spec, secret)
      expect([answer.code, answer.repeat, step, row, figures]).toEqual([
        30,
        false,
        { to_code: 30, changed: true, detail },
        { code: 30, via_server: true },
        complete,
      ])
    })

    test('signed by another party, or unsigned where a hash is required, it changes nothing though unsigned ones are believed', async () => {
      const forged = await aTermThat({ hashSecrets: ['key'], unsignedOverrule: true }, 'stolen')
      const missing = await aTermThat({ hashSecrets: ['key'], hashRequired: true, unsignedOverrule: true }, null)
      expect([forged.answer, missing.answer, forged.figures, missing.figures]).toEqual([stays, stays, term, term])
    })

    test('the same return again, unsigned, is a repeat and confirms nothing: a signed one still overrules', async () => {
      const { desk, hex, step, row } = await aTermThat({ hashSecrets: ['key'] }, null, '2000')
      expect([step, row]).toEqual([
        { to_code: 31, changed: false, detail: { inbound: '2000', via: 'server', again: true } },
        { code: 31, via_server: false },
      ])
      expect((await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, 'key') })).code).toBe(30)
    })

    test('an unsigned return that comes first decides as a browser’s does, and a signed one overrules it', async () => {
      const desk = await open({ hashSecrets: ['key'] })
      const { hex } = await desk.enter('r1')
      expect(agreed(await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, null) }))).toMatchObject({
        code: 30,
        repeat: false,
      })
      expect((await desk.return(hex, '2000')).code).toBe(30)
      expect((await desk.return(hex, '2000', { viaServer: true, ...hashed(hex, 'key', '2000') })).code).toBe(31)
      expect((await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, 'key') })).code).toBe(31)
    })
  })

  test('an ended key does not count', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    await desk.database.asSystem(tx =>
      tx.client.query('update hash_key set valid_until = $2 where account_id = $1', [
        desk.study.accountId,
        new Date(noon),
      ]),
    )
    const { hex } = await desk.enter('r1')
    expect((await desk.return(hex, '1000', hashed(hex, 'key'))).code).toBe(35)
  })
})
