import { expect, test } from 'vitest'
import { openApp } from './app.ts'

const LOADED = { type: 'page.loaded', hasToken: true, path: '/projects', canLink: false } as const
const READ = { type: 'config.read', isLocalDevelopment: false, buildDate: null } as const
const POLL = { type: 'version.pollRequested', isLocalDevelopment: false, buildDate: null }

test('notices to a machine that has not loaded yet wait for it; others for missing machines are dropped', () => {
  const app = openApp({})
  app.send(LOADED)
  app.send(READ)
  const heard: unknown[] = []
  app.join('version-poll', event => void heard.push(event))
  app.join('session', event => void heard.push(event))
  expect(heard).toEqual([POLL])
})

test('a machine that left gets no more notices, and its successor does', () => {
  const app = openApp({})
  const heard: string[] = []
  const leave = app.join('session', ({ type }) => void heard.push(`first ${type}`))
  app.send(LOADED)
  app.join('session', ({ type }) => void heard.push(`second ${type}`))
  leave()
  app.send({ type: 'call.unauthorized' })
  expect(heard).toEqual(['first app.started', 'second session.ended'])
})

test('the app machine is notified like any other', () => {
  const heard: string[] = []
  const app = openApp({ recorder: { record: (_, { type }) => void heard.push(type) } })
  app.notify({ machine: 'app', event: { type: 'idle.due' } })
  expect(heard).toEqual(['idle.due'])
})
