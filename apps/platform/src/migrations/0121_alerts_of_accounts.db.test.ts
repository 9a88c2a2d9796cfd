import { expect, test } from 'vitest'
import { StudyMaker } from '#testing/study'
import { useDatabase } from '#testing/database/harness'
import { runMigration } from '#testing/database/run-migration'
import { asOwner } from '#testing/database/test-server'
import { up } from './0121_alerts_of_accounts.ts'

const fresh = useDatabase()

test('the rule that an account began with asks for webhooks that are switched off, and no rule that a person made (docs/decisions/0047)', async () => {
  const { url, database } = fresh()
  const make = new StudyMaker(database)
  const accountId = await make.account({ name: 'Earlier' })
  const { userId } = await make.user({ accountId })
  await asOwner(
    url,
    `alter table alert drop constraint alert_without_project;
     update alert_rule set name = 'Renamed', kinds = '{auto_paused}' where account_id = ${accountId};
     insert into alert_rule (account_id, name, kinds, scope, bell, digest, is_on, created_by)
       values (${accountId}, 'Made', '{auto_paused}', 'all', 'admins', true, true, ${userId})`,
  )
  await runMigration(url, up)
  const rules = await asOwner(
    url,
    `select name, array_to_string(kinds, ' ') as kinds, version from alert_rule where account_id = ${accountId} order by alert_rule_id`,
  )
  expect(rules).toEqual([
    { name: 'Renamed', kinds: 'auto_paused webhook_off', version: 2 },
    { name: 'Made', kinds: 'auto_paused', version: 1 },
  ])
})
