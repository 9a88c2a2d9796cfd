import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { expect, test } from 'vitest'
import { ANALYTICS_EVENTS, openAnalytics, type AnalyticsEvent } from './analytics.ts'
import { DEFAULT_CONFIG, type ClientConfig, type Environment } from './config.ts'

const configured = { ...DEFAULT_CONFIG, analyticsUrl: 'https://events.example/in' }

interface Sending {
  readonly config?: ClientConfig
  readonly name?: AnalyticsEvent
  readonly user?: CurrentUser | null
}

function sentFrom(
  environment: Environment,
  { config = configured, name = ANALYTICS_EVENTS.saveBuyPrice, user = null }: Sending = {},
) {
  const sent: string[] = []
  openAnalytics(
    config,
    environment,
    (url, body) => void sent.push(`${url} ${body}`),
    () => user,
  ).track(name, { text: 'x'.repeat(300) })
  return sent
}

test('events leave production, QA and staging hosts, and no other (§7.5)', () => {
  const environments: readonly Environment[] = ['production', 'qa', 'staging', 'dev', 'local', 'other']
  expect(environments.map(environment => sentFrom(environment).length)).toEqual([1, 1, 1, 0, 0, 0])
})

test('nothing is sent unless an address is configured (§7.5)', () => {
  expect(sentFrom('production', { config: DEFAULT_CONFIG })).toEqual([])
})

test('the name is the one of the list, the text of an element is cut at 255 characters (§9.12)', () => {
  const { saveBuyPrice, downloadTrafficReport } = ANALYTICS_EVENTS
  expect([saveBuyPrice, downloadTrafficReport].flatMap(name => sentFrom('production', { name }))).toEqual(
    ['Save - Buy Price', 'Download - Traffic Report'].map(
      name => `https://events.example/in {"name":"${name}","facts":{"text":"${'x'.repeat(255)}"}}`,
    ),
  )
})

test('a label names the role of the user: Super Admin by the role in the admin group, else Admin; all others are User (§6.2)', () => {
  const labelOf = (of: Partial<CurrentUser>): unknown =>
    /"role":"([^"]+)"/.exec(sentFrom('production', { user: { ...SAMPLE_USER, ...of } })[0] ?? '')?.[1]
  expect(
    [true, false].map(is_adm_groups => ([3, 1, 2] as const).map(role_id => labelOf({ is_adm_groups, role_id }))),
  ).toEqual([
    ['Super Admin', 'Admin', 'Admin'],
    ['User', 'User', 'User'],
  ])
})
