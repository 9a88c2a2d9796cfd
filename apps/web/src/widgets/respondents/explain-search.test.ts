import { expect, test } from 'vitest'
import { readExplainSearch } from './explain-search.ts'
import { RESPONDENT_STATE_WORDS, ruleWords, stateTone } from './respondent-words.ts'

test('a link opens the same respondent of the same source again', () => {
  expect([
    readExplainSearch({ explain: 7, find: ' r-100 ' }),
    readExplainSearch({ explain: '7', find: 100234 }),
    readExplainSearch({ explain: 7 }),
    readExplainSearch({ find: 'r-100' }),
    readExplainSearch({ explain: 'x', find: 'r-100' }),
  ]).toEqual([{ explain: 7, find: 'r-100' }, { explain: 7, find: '100234' }, { explain: 7 }, {}, {}])
})

test('every state has words and a tone', () => {
  expect(Object.keys(RESPONDENT_STATE_WORDS).map((code) => stateTone(Number(code) as 10))).toEqual([
    'underWay', 'underWay', 'refused', 'refused', 'refused', 'good', 'refused', 'refused', 'refused', 'refused', 'refused', 'lost', 'refused', 'good',
  ])
})

test('rules are told in words', () => {
  expect([ruleWords('defender.duplicate_rid'), ruleWords('pacing')]).toEqual(['Defender duplicate rid', 'Pacing'])
})
