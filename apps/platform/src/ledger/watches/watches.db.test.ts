import type { Caller } from '@desk/api/authorization'
import { Forbidden, NotFound } from '@desk/api/errors'
import { expect, test } from 'vitest'
import { callerOf, callOver } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { watchHandlers } from './handlers.ts'

const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const may = (caller: Caller, topic: string) =>
  callOver(fresh().database, watchHandlers, 'may', { caller, sent: { query: { topic } } })

test("the own account's topics may be watched, in the caller's view", async () => {
  const study = await make().study()
  const caller = callerOf({ accountId: study.accountId, userId: study.userId, view: 'external' })
  const topics = [
    'projects',
    `project:${study.projectId}`,
    `survey:${study.surveyId}`,
    `hours:project:${study.projectId}`,
    `hours:survey:${study.surveyId}`,
  ]
  expect(await Promise.all(topics.map(topic => may(caller, topic)))).toEqual(
    topics.map(topic => ({
      topic,
      pm_dsh_ud: study.accountId,
      session_id: caller.sessionId,
      uid: study.userId,
      view: 'external',
    })),
  )
})

test("another account's topics are as if they did not exist, and a Defender account follows itself as a whole alone", async () => {
  const study = await make().study()
  const otherAccount = callerOf({ accountId: await make().account() })
  const answers = await Promise.all(
    [`project:${study.projectId}`, `hours:survey:${study.surveyId}`, 'survey:9999999999', 'project:0', 'survey:1'].map(
      topic => may(otherAccount, topic).catch((error: unknown) => error),
    ),
  )
  expect(answers).toEqual(
    answers.map(() => new NotFound({ message: 'It does not exist, or it is not in your account.' })),
  )
  const defender = callerOf({ accountId: study.accountId, accountType: 'DEFENDER' })
  expect((await may(defender, 'projects')).pm_dsh_ud).toBe(study.accountId)
  await expect(may(defender, `project:${study.projectId}`)).rejects.toBeInstanceOf(Forbidden)
})
