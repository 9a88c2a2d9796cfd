import { expect, test } from 'vitest'
import type { PlatformAnswer } from '../platform/platform-client.ts'
import { platformNames } from './platform-names.ts'

test('pages that ask at the same time share one answer of the platform, later ones ask again', async () => {
  const answers: ((answer: PlatformAnswer) => void)[] = []
  const names = platformNames({ call: () => new Promise(answer => void answers.push(answer)) })
  const first = [names(), names(), names()]
  expect(answers.length).toBe(1)
  answers[0]?.({ status: 200, headers: {}, body: { version: 0, settings: null } })
  expect(await Promise.all(first)).toEqual([{}, {}, {}])
  void names()
  expect(answers.length).toBe(2)
})
