import { useDatabase } from '@desk/platform/testing/database/harness'
import { hashParameters } from '@desk/platform/ledger/facts/return-hash'
import { makeStudy } from '@desk/platform/ledger/testing/study'
import { expect, test } from 'vitest'
import { useProcesses } from './stage/processes.ts'
import { expectNoDrift } from './stage/study.ts'

const CHANGES = 50

const fresh = useDatabase()
const processes = useProcesses()

const locationOf = async (url: string): Promise<string> =>
  (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''

test(
  'two platform processes on one database: a price, a redirect and a hash key that were just changed are those of the very next return, 50 times in a row, at both (0023)',
  { timeout: 120_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await database.asSystem(tx => makeStudy(tx, { hashRequired: true, hashSecrets: ['key 0'] }))
    const platforms = [await processes.platform(databaseUrl), await processes.platform(databaseUrl)]
    let entrants = 0

    /** Sends one respondent in and back; where they are sent, and at what price. */
    const sendThrough = async (url: string, key: string) => {
      const rid = `r${++entrants}`
      const rdud = /id=(.+)$/.exec(await locationOf(`${url}/entry/${study.sourceId}?rid=${rid}`))?.[1] ?? ''
      const hash = hashParameters(
        new Map([
          ['inbound_code', '1000'],
          ['rdud', rdud],
        ]),
        key,
      )
      const back = await locationOf(`${url}/return?inbound_code=1000&rdud=${rdud}&hash=${hash}`)
      const { rows } = await database.readAsSystem(tx =>
        tx.client.query<{ code: number; cents: number | null }>(
          'select code, cpi_cents as cents from respondent where source_id = $1 and rid = $2',
          [study.sourceId, rid],
        ),
      )
      return { to: back.split('?')[0], ...rows[0] }
    }

    for (const { url } of platforms) await sendThrough(url, 'key 0')
    const seen: object[] = []
    for (let number = 1; number <= CHANGES; number++) {
      await database.asAccount(study.accountId, async tx => {
        await tx.client.query('update source_supplier set supply_price_cents = $1 where source_id = $2', [
          number,
          study.sourceId,
        ])
        await tx.client.query(`update supplier_redirect set url = $1 where supplier_id = $2 and type = 'complete'`, [
          `https://panel.example/${number}`,
          study.supplierId,
        ])
        await tx.client.query('update hash_key set valid_until = now() where account_id = $1 and valid_until is null', [
          study.accountId,
        ])
        await tx.client.query(`insert into hash_key (account_id, secret, valid_from) values ($1, $2, '-infinity')`, [
          study.accountId,
          `key ${number}`,
        ])
      })
      for (const { url } of platforms)
        seen.push(await sendThrough(url, `key ${number}`), await sendThrough(url, `key ${number - 1}`))
    }
    expect(seen).toEqual(
      Array.from({ length: CHANGES }, (_, at) => {
        const [paid, refused] = [
          { to: `https://panel.example/${at + 1}`, code: 30, cents: at + 1 },
          { to: 'https://panel.example/security', code: 35, cents: null },
        ]
        return [paid, refused, paid, refused]
      }).flat(),
    )
    await expectNoDrift(database)
  },
)
