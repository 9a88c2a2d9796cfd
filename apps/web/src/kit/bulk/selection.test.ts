import { describe, expect, test } from 'vitest'
import { createSelection } from './selection.ts'

const SHOWN = ['1', '2', '3', '4', '5']

describe('the selection of a table', () => {
  test('a row is chosen and let go, and who listens hears of it', () => {
    const selection = createSelection()
    const heard: string[][] = []
    const end = selection.subscribe(() => heard.push([...selection.ids()]))
    selection.toggle('3')
    selection.toggle('1')
    selection.toggle('3')
    end()
    selection.clear()
    expect(heard).toEqual([['3'], ['3', '1'], ['1']])
    expect([...selection.ids()]).toEqual([])
  })

  test('a range goes from the row that was touched last, downwards and upwards, and takes the state of its end', () => {
    const selection = createSelection()
    selection.toggle('2')
    selection.extendTo('4', SHOWN)
    expect([...selection.ids()].toSorted()).toEqual(['2', '3', '4'])
    selection.extendTo('3', SHOWN)
    expect([...selection.ids()].toSorted()).toEqual(['2'])
    selection.extendTo('1', ['3', '1', '2'])
    expect([...selection.ids()].toSorted()).toEqual(['1', '2', '3'])
  })

  test('a range whose beginning is not shown any more is its end alone', () => {
    const selection = createSelection()
    selection.extendTo('4', SHOWN)
    selection.extendTo('2', ['1', '2', '3'])
    expect([...selection.ids()]).toEqual(['4', '2'])
  })

  test('all shown rows join the chosen ones', () => {
    const selection = createSelection()
    selection.toggle('9')
    selection.add(['1', '2'])
    expect([...selection.ids()]).toEqual(['9', '1', '2'])
  })
})
