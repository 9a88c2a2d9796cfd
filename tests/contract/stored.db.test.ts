import { useDatabase } from '@desk/platform/testing/database/harness'
import { asOwner } from '@desk/platform/testing/database/test-server'
import { beforeAll, expect, test } from 'vitest'
import { setTheStage } from './stage.ts'
import { useWrites } from './stored.ts'

const fresh = useDatabase()

beforeAll(async () => {
  await setTheStage(fresh().database)
})
const written = useWrites(() => fresh().url)

// a DESK account begins with a rule for alerts (0047);
// an account counts the edits of what the door judges by (docs/decisions/0023), and the changes of what its tables show (0038)
test.each([
  [
    "insert into account (name, account_type) values ('New', 'DESK')",
    ['account', 'account_facts', 'alert_rule', 'door_version'],
  ],
  ['update app_user set firstname = upper(firstname)', ['account_facts', 'app_user']],
  ['update app_user set firstname = firstname', []],
  ['delete from user_account', ['account_facts', 'user_account']],
  [
    "insert into account (name, account_type) values ('No', 'DESK') on conflict do nothing; update project set target = target + 1",
    ['account', 'account_facts', 'alert_rule', 'door_version', 'project'],
  ],
  ['truncate status_event', ['status_event']],
  ["begin; update source set name = name || '!'; rollback", []],
  ['insert into login_tries select * from login_tries', []],
  ['select * from survey', []],
])('the tables whose rows change are noted, and no others: %s', async (statement, tables) => {
  await written()
  await asOwner(fresh().url, statement)
  expect([await written(), await written()]).toEqual([tables, []])
})
