import { expect, test } from 'vitest'
import { configFrom, DEFAULT_CONFIG, environmentOf } from './config.ts'

test('a file that says nothing, or nonsense, leaves the defaults', () => {
  expect(
    [{}, null, 'x', [], { hosts: 7, provider: { name: '' }, links: { reference: 'x' } }].map(file => configFrom(file)),
  ).toEqual(Array.from({ length: 5 }, () => DEFAULT_CONFIG))
})

test('only web addresses become links: a script in the file never reaches an anchor', () => {
  const config = configFrom({
    provider: { name: 'Acme', privacyPolicyUrl: 'javascript:alert(1)', url: 'https://acme.example' },
    links: { redirectGuide: '//evil.example', contactSupport: { DESK: 'https://help.example/desk' } },
    apiBases: { production: 'https://api.example/' },
  })
  expect(config).toEqual({
    ...DEFAULT_CONFIG,
    provider: { name: 'Acme', url: 'https://acme.example', privacyPolicyUrl: null },
    apiBases: { ...DEFAULT_CONFIG.apiBases, production: 'https://api.example' },
    links: { ...DEFAULT_CONFIG.links, contactSupport: { DESK: 'https://help.example/desk', DEFENDER: null } },
  })
})

test('the environment follows from the host', () => {
  const config = configFrom({ hosts: { 'app.example': 'production', 'x.example': 'nonsense' } })
  expect(['app.example', 'x.example', 'localhost'].map(host => environmentOf(host, config))).toEqual([
    'production',
    'other',
    'local',
  ])
})
