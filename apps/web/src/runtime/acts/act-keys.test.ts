import { expect, test } from 'vitest'
import { memoryStorage } from '../storage/browser-storage.ts'
import { openActKeys } from './act-keys.ts'

const REQUEST = { params: { id: 7 }, payload: { version: 3 } }

function numbered() {
  let count = 0
  return () => `key-${(count += 1)}`
}

test('an unanswered act has the same key after a reload of the page, and a new one once the server has answered', () => {
  const storage = memoryStorage()
  const newKey = numbered()
  const key = openActKeys(storage, newKey).keyFor('webhooks.change', REQUEST)
  const reloaded = openActKeys(storage, newKey)
  expect(reloaded.keyFor('webhooks.change', REQUEST)).toBe(key)
  reloaded.forget(key)
  expect(reloaded.keyFor('webhooks.change', REQUEST)).not.toBe(key)
})

test('another content is another intention', () => {
  const keys = openActKeys(memoryStorage(), numbered())
  const key = keys.keyFor('webhooks.change', REQUEST)
  expect(keys.keyFor('webhooks.change', { ...REQUEST, payload: { version: 4 } })).not.toBe(key)
})

test.each(['{', '{"a":1}', '[1,["a"]]', 'null'])('a storage that holds %s is one without keys', text => {
  const storage = memoryStorage()
  storage.setItem('desk.act_keys', text)
  expect(openActKeys(storage, numbered()).keyFor('webhooks.change', REQUEST)).toBe('key-1')
})

test('two uploads are two intentions, whatever their files', () => {
  const keys = openActKeys(memoryStorage(), numbered())
  const upload = () => ({ payload: new FormData() })
  expect(keys.keyFor('documents.upload', upload())).not.toBe(keys.keyFor('documents.upload', upload()))
})

test('the browser stores nothing of a secret, not even a hash', () => {
  const storage = memoryStorage()
  expect(openActKeys(storage, numbered()).keyFor('singleSignOn.setSecret', REQUEST, true)).toBe('key-1')
  expect(storage.getItem('desk.act_keys')).toBeNull()
})
