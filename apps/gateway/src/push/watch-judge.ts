import { WatchVerdict } from '@desk/schema/changes/changes'
import { SurveyDetail } from '@desk/schema/surveys/survey'
import { CurrentUser, type StreamViewType } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { createHash } from 'node:crypto'
import { metricCallsOf } from './metric-calls.ts'
import {
  messageOf,
  PlatformAway,
  renewedTokenOf,
  type PlatformAnswer,
  type PlatformClient,
} from '../platform/platform-client.ts'
import { singleFlight } from './single-flight.ts'
import type { TopicSubject } from './topic-name.ts'

/** A viewer may watch a topic: the account, the view, and the session that the answer depends on. */
export interface Allowed {
  readonly ok: true
  readonly accountId: number
  readonly userId: number
  readonly view: StreamViewType
  readonly sessionId: string
  /** A token that replaces the one asked with (§7.4); null: none. */
  readonly renewedToken: string | null
}
export interface Denied {
  readonly ok: false
  readonly status: number
  readonly message: string
}
export type Verdict = Allowed | Denied

/** Says who may watch what; throws PlatformAway when the platform does not answer. */
export interface WatchJudge {
  /** Whether the token may watch at all: checked for every connection. */
  enter(token: string): Promise<Verdict>
  watch(topic: string, subject: TopicSubject, token: string): Promise<Verdict>
}

const decodeVerdict = Schema.decodeUnknownSync(WatchVerdict)
const decodeUser = Schema.decodeUnknownSync(CurrentUser)
const decodeSurvey = Schema.decodeUnknownSync(Schema.Struct({ pm_proj_ud: SurveyDetail.fields.pm_proj_ud }))

/** Asks the platform, with the viewer's token, by its own call for that. */
export function platformJudge(client: PlatformClient): WatchJudge {
  const once = singleFlight<Verdict>()
  const ask = (topic: string, token: string): Promise<Verdict> =>
    once(`${token} ${topic}`, () => askPlatform(topic, token))
  const askPlatform = async (topic: string, token: string): Promise<Verdict> => {
    const answer = await client.call({ path: `/v1/watches?topic=${encodeURIComponent(topic)}`, token })
    if (answer.status !== 200) return denied(answer)
    const verdict = decodeVerdict(answer.body)
    return {
      ok: true,
      accountId: verdict.pm_dsh_ud,
      userId: verdict.uid,
      view: verdict.view,
      sessionId: verdict.session_id,
      renewedToken: renewedTokenOf(answer),
    }
  }
  return { enter: token => ask('projects', token), watch: (topic, _subject, token) => ask(topic, token) }
}

/**
 * For an API with only the spec's calls: the session check gives the user and the view (api:A3), and a user who can
 * read the topic's figures may watch it. Such an API names no session, so the token serves as one.
 */
export function metricsJudge(client: PlatformClient): WatchJudge {
  const enter = async (token: string): Promise<Verdict> => {
    const answer = await client.call({ path: '/v1/user-login-details', token })
    if (answer.status !== 200) return denied(answer)
    const user = decodeUser(answer.body)
    return {
      ok: true,
      accountId: user.pm_dsh_ud,
      userId: user.uid,
      view: user.streamViewType,
      sessionId: sessionIdOfToken(token),
      renewedToken: renewedTokenOf(answer),
    }
  }
  return {
    enter,
    async watch(_topic, subject, token) {
      const verdict = await enter(token)
      const [call] = metricCallsOf(subject)
      if (!verdict.ok || !call) return verdict
      const answer = await client.call({ ...call, token })
      return answer.status === 200 ? verdict : denied(answer)
    },
  }
}

const CANNOT_BE_READ = [403, 404]

/** Gives the project above a survey, read with the viewer's token (api:S1); null when it cannot be read. Throws PlatformAway when that is not known now. */
export async function projectOfSurvey(client: PlatformClient, surveyId: number, token: string): Promise<number | null> {
  const path = `/v1/surveys/${surveyId}`
  const answer = await client.call({ path, token })
  if (CANNOT_BE_READ.includes(answer.status)) return null
  if (answer.status !== 200) throw new PlatformAway(path, new Error(messageOf(answer)))
  return decodeSurvey(answer.body).pm_proj_ud
}

function sessionIdOfToken(token: string): string {
  return `token-${createHash('sha256').update(token).digest('base64url')}`
}

function denied(answer: PlatformAnswer): Denied {
  return { ok: false, status: answer.status, message: messageOf(answer) }
}
