import type { Caller } from '@desk/api/authorization'
import { NotFound } from '@desk/api/errors'
import { Effect } from 'effect'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../db/testing/harness.ts'
import { callerOf, runOver } from '../testing/caller.ts'
import { StudyMaker } from '../testing/study.ts'
import { Suppliers } from './suppliers.service.ts'

const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const read = (caller: Caller, id: number) => runOver(fresh().database, Suppliers.layer, Effect.flatMap(Suppliers, suppliers => suppliers.read(caller, id)))

test('a supplier with its redirects by type; its price is absent from the plain external view (§3.7, api:U13)', async () => {
  const accountId = await make().account()
  const id = await make().supplier({ accountId, name: 'Opinion Harbor' })
  await fresh().database.asSystem(tx =>
    sql`insert into supplier_redirect (account_id, supplier_id, type, url) values
        (${accountId}, ${id}, 'default', 'https://harbor.example/d'), (${accountId}, ${id}, 'complete', 'https://harbor.example/c'),
        (${accountId}, ${id}, 'security', 'https://harbor.example/s')`.execute(tx),
  )
  const plain = {
    pm_sup_ud: id,
    name: 'Opinion Harbor',
    pm_supplier_type_code_ud: 1,
    recruitment_type: 1,
    text_analytics_flg: false,
    language_threshold: null,
    bot_detection_flg: false,
    threat_level: null,
    activity_enabled_flg: false,
    token_threshold: null,
    redirects: [
      { type: 'complete', url: 'https://harbor.example/c' },
      { type: 'security', url: 'https://harbor.example/s' },
      { type: 'default', url: 'https://harbor.example/d' },
    ],
  }
  expect(await read(callerOf({ accountId }), id)).toEqual({ ...plain, supplier_cpi: 3 })
  expect(await read(callerOf({ accountId, view: 'external' }), id)).toEqual(plain)
})

test("another account's supplier is not there (api:U13)", async () => {
  const [mine, theirs] = [await make().account(), await make().account()]
  const id = await make().supplier({ accountId: theirs })
  await expect(read(callerOf({ accountId: mine }), id)).rejects.toBeInstanceOf(NotFound)
})
