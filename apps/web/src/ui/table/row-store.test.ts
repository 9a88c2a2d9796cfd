import { expect, test } from 'vitest'
import { createRowStore } from './row-store.ts'
import { seeded } from './testing/seeded.ts'

interface Row {
  id: string
  name: string
  completes: number
  ir: number
}

const row = (id: string, completes = 0): Row => ({ id, name: `Source ${id}`, completes, ir: 0.5 })
const filled = (...ids: string[]) => {
  const store = createRowStore<Row>({ idOf: r => r.id })
  store.setAll(ids.map(id => row(id)))
  return store
}

/** Writes down everything that listeners hear. */
function listen(store: ReturnType<typeof filled>, ...ids: string[]) {
  const heard: string[] = []
  for (const id of ids) store.subscribeRow(id, () => heard.push(`row ${id}`))
  store.subscribeRows(() => heard.push('rows'))
  store.subscribeChanges(changed => heard.push(`changes ${changed.join(',')}`))
  store.subscribeTotals(() => heard.push('totals'))
  return heard
}

test('a change of cells notifies that row alone, and once for the whole batch', () => {
  const store = filled('a', 'b', 'c')
  const heard = listen(store, 'a', 'b', 'c')
  const changed = store.applyBatch([
    { id: 'a', cells: { completes: 1 } },
    { id: 'c', cells: { completes: 2, ir: 0.25 } },
    { id: 'a', cells: { completes: 3 } },
    { id: 'gone', cells: { completes: 9 } },
  ])
  expect({ changed, heard, rows: store.rows() }).toEqual({
    changed: 2,
    heard: ['row a', 'row c', 'changes a,c'],
    rows: [row('a', 3), row('b'), { ...row('c', 2), ir: 0.25 }],
  })
})

test('values that are the same are no change', () => {
  const store = filled('a', 'b')
  const before = [store.get('a'), store.get('b'), store.ids()]
  const heard = listen(store, 'a', 'b')
  store.applyCells('a', { completes: 0, name: 'Source a' })
  store.applyBatch([{ id: 'b', cells: { ir: 0.5 } }])
  store.setAll([row('a'), row('b')])
  store.upsert(row('b'))
  expect(heard).toEqual([])
  expect([store.get('a'), store.get('b'), store.ids()].map((now, at) => now === before[at])).toEqual([true, true, true])
})

test('a snapshot takes rows in and out, and does not notify rows that stay unchanged', () => {
  const store = filled('a', 'b', 'c')
  const heard = listen(store, 'a', 'b', 'c', 'd')
  store.setAll([row('a'), row('c', 5), row('d')])
  expect({ heard, ids: store.ids() }).toEqual({ heard: ['rows', 'row c', 'changes c'], ids: ['a', 'c', 'd'] })
  store.setAll([row('d'), row('a'), row('c', 5)])
  expect({ heard, ids: store.ids() }).toEqual({ heard: ['rows', 'row c', 'changes c', 'rows'], ids: ['d', 'a', 'c'] })
})

test('applying cells to a row that is not there changes nothing and says so', () => {
  const store = filled('a')
  const heard = listen(store, 'a', 'x')
  expect([store.applyCells('x', { completes: 1 }), store.applyCells('a', { completes: 1 }), store.remove('x')]).toEqual(
    [false, true, false],
  )
  expect(heard).toEqual(['row a', 'changes a'])
})

test('who unsubscribed hears nothing any more', () => {
  const store = filled('a')
  const heard: string[] = []
  const stops = [
    store.subscribeRow('a', () => heard.push('row')),
    store.subscribeRows(() => heard.push('rows')),
    store.subscribeChanges(() => heard.push('changes')),
    store.subscribeTotals(() => heard.push('totals')),
  ]
  for (const stop of stops) stop()
  store.applyCells('a', { completes: 1 })
  store.upsert(row('b'))
  store.setTotals({ completes: 1 })
  expect(heard).toEqual([])
})

test('listeners hear enough to show the rows as they are', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = seeded(seed)
    const store = filled('a', 'b')
    // The content of a table that only repaints when it is notified.
    let painted = new Map(store.rows().map(r => [r.id, r]))
    store.subscribeRows(() => {
      painted = new Map(store.ids().map(id => [id, painted.get(id) ?? store.get(id)!]))
    })
    store.subscribeChanges(changed => {
      for (const id of changed) if (painted.has(id)) painted.set(id, store.get(id)!)
    })
    for (let step = 0; step < 30; step += 1) {
      const id = random.pick(['a', 'b', 'c', 'd'])
      const completes = random.below(4)
      const all = ['a', 'b', 'c', 'd'].filter(() => random.below(2) === 1)
      const act = random.pick(['cells', 'cells', 'upsert', 'remove', 'all'])
      if (act === 'cells') store.applyCells(id, { completes })
      else if (act === 'upsert') store.upsert(row(id, completes))
      else if (act === 'remove') store.remove(id)
      else store.setAll(all.map(key => row(key, 1)))
    }
    expect([...painted.values()], `seed ${seed}`).toEqual(store.rows())
  }
})
