import { expect, test } from 'vitest'
import { ANALYTICS_EVENTS, openAnalytics } from './analytics.ts'
import { DEFAULT_CONFIG, type ClientConfig, type Environment } from './config.ts'

const configured = { ...DEFAULT_CONFIG, analyticsUrl: 'https://events.example/in' }

function sentFrom(environment: Environment, config: ClientConfig = configured) {
  const sent: string[] = []
  openAnalytics(config, environment, (url, body) => void sent.push(`${url} ${body}`)).track(ANALYTICS_EVENTS.saveBuyPrice, { text: 'x'.repeat(300) })
  return sent
}

test('events leave production, QA and staging hosts, and no other (§7.5)', () => {
  const environments: readonly Environment[] = ['production', 'qa', 'staging', 'dev', 'local', 'other']
  expect(environments.map((environment) => sentFrom(environment).length)).toEqual([1, 1, 1, 0, 0, 0])
})

test('nothing is sent unless an address is configured (§7.5)', () => {
  expect(sentFrom('production', DEFAULT_CONFIG)).toEqual([])
})

test('the name is the one of the list, the text of an element is cut at 255 characters (§9.12)', () => {
  expect(sentFrom('production')).toEqual([
    `https://events.example/in {"name":"Save - Buy Price","facts":{"text":"${'x'.repeat(255)}"}}`,
  ])
})
