import { expect, test } from 'vitest'
import { passedOn } from '../testing/silent-pass.ts'

const SILENCE_MS = 400
const BEAT_MS = SILENCE_MS / 4
/** All of them take more than twice the silence. */
const BEATS = 10

/** Gives a file that begins, and then one byte with each beat, as often as `beats` says. */
async function fileOf(beats: number, ends: boolean): Promise<Response> {
  const url = await passedOn((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('head')
    let given = 0
    const beating = setInterval(() => {
      if (given === beats) {
        clearInterval(beating)
        if (ends) response.end()
        return
      }
      given += 1
      response.write('.')
    }, BEAT_MS)
  }, SILENCE_MS)
  return fetch(url)
}

test('a file that takes longer than the platform may be silent comes whole, if a byte comes now and then (§2.28)', async () => {
  const file = await fileOf(BEATS, true)
  expect(await file.text()).toBe(`head${'.'.repeat(BEATS)}`)
})

test('a file that falls silent after its first bytes is cut off, so that no client takes it for whole (F9)', async () => {
  const file = await fileOf(1, false)
  expect(file.status).toBe(200)
  await expect(file.text()).rejects.toThrow('terminated')
})
