import type { Caller } from '@desk/api/authorization'
import type { WatchVerdict } from '@desk/schema/changes/changes'
import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import type { Watched } from './watches.store.ts'

const TOPIC_OF_ONE = /^(?:hours:)?(project|survey):(\d{1,10})$/

/**
 * Who may watch a project or a survey. A DEFENDER account follows as a whole: its overview is read again when any
 * respondent moves.
 */
export const OF_A_STUDY = 'open projects'

/** The subject of a topic; undefined: there is no such topic. */
export function watchedOf(topic: string): Watched | undefined {
  if (topic === 'projects') return { scope: 'account' }
  if (topic === 'sources') return { scope: 'sources' }
  const [, scope, digits] = TOPIC_OF_ONE.exec(topic) ?? []
  const id = Number(digits)
  return (scope === 'project' || scope === 'survey') && id >= 1 && id <= GREATEST_ID ? { scope, id } : undefined
}

/** The caller may watch the topic, in this view. */
export function verdictOn(topic: string, { accountId, sessionId, user, view }: Caller): WatchVerdict {
  return { topic, pm_dsh_ud: accountId, session_id: sessionId, uid: user.uid, view }
}
