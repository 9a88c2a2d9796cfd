import { expect, test } from 'vitest'
import { shownHost } from './chat-service.ts'

const INSIDE = 'an address in the desk’s own network'

test.each([
  ['https://models.example.com/v1', 'models.example.com'],
  ['https://models.example.com:8443/v1', 'models.example.com:8443'],
  ['https://93.184.215.14/v1', '93.184.215.14'],
  ['http://10.0.0.5:8080/v1', INSIDE],
  ['http://127.0.0.1:11434/v1', INSIDE],
  ['http://[fd00::7]:8080/v1', INSIDE],
  ['http://localhost:11434/v1', INSIDE],
  ['http://ollama:11434/v1', INSIDE],
  ['http://models.internal./v1', INSIDE],
  ['http://models.ai.svc/v1', INSIDE],
])('the service at %s is shown to users as %s (promises S9)', (baseUrl, shown) => {
  expect(shownHost(baseUrl)).toBe(shown)
})
