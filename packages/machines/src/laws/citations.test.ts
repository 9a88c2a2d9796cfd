import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..')
const rows = [...readFileSync(resolve(ROOT, 'docs/laws.md'), 'utf8').matchAll(/^\| (\d+) \|[^|]*\|([^|]*)\|$/gm)].map(([, law, proof]) => ({ law: Number(law), proof: proof ?? '' }))

test('docs/laws.md numbers ten laws, and every test it quotes is in the file it names', () => {
  const missing = rows.flatMap(({ law, proof }) => {
    const path = /`([^`]+)`/.exec(proof)?.[1]
    const titles = [...proof.matchAll(/"([^"]+)"/g)].map(match => match[1] ?? '')
    if (path === undefined) return [`law ${law} names no file`]
    const text = titles.length === 0 ? '' : readFileSync(resolve(ROOT, path), 'utf8')
    return titles.filter(title => !text.includes(title)).map(title => `law ${law}: ${title}`)
  })
  expect([rows.map(({ law }) => law), missing]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], []])
})
