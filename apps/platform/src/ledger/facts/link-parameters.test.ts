import { describe, expect, test } from 'vitest'
import { LinkFault, parseJsonParameters, parseLinkParameters } from './link-parameters.ts'

function faultOf(read: () => unknown): { message: string; status: number } {
  try {
    read()
  } catch (error) {
    if (error instanceof LinkFault) return { message: error.message, status: error.status }
    throw error
  }
  throw new Error('It was taken')
}

describe('a query', () => {
  test('is read in order, percent-encoding and plus signs undone', () => {
    expect([...parseLinkParameters('rid=a%20b+c&sup=7&empty&also=&%C3%A9=1&&')]).toEqual([
      ['rid', 'a b c'],
      ['sup', '7'],
      ['empty', ''],
      ['also', ''],
      ['é', '1'],
    ])
    expect([...parseLinkParameters('')]).toEqual([])
  })

  test.each([
    ['rid=1&rid=2', 'The parameter "rid" is there twice.'],
    ['rid=1&%72id=2', 'The parameter "rid" is there twice.'],
    ['rid=%', 'The parameter "rid" is not valid percent-encoded UTF-8.'],
    ['rid=%ff', 'The parameter "rid" is not valid percent-encoded UTF-8.'],
    ['r%ff=1', 'The name of a parameter is not valid percent-encoded UTF-8.'],
    ['rid=[%RID%]', 'The parameter "rid" still holds the placeholder [%RID%]: the survey’s system fills it in.'],
    ['rid=%rid%', 'The parameter "rid" still holds the placeholder %rid%: the survey’s system fills it in.'],
    ['rid=a%00b', 'The parameter "rid" holds a control character.'],
    ['rid=a%0d%0ab', 'The parameter "rid" holds a control character.'],
    [`rid=${'x'.repeat(2001)}`, 'The parameter "rid" is longer than 2000 characters.'],
    [`${'x'.repeat(101)}=1`, 'The name of a parameter is longer than 100 characters.'],
    [Array.from({ length: 101 }, (_, at) => `p${at}=1`).join('&'), 'There are more than 100 parameters.'],
  ])('%.30s is refused clearly (I1, I2)', (query, message) => {
    expect(faultOf(() => parseLinkParameters(query))).toEqual({ message, status: 400 })
  })

  test('names like __proto__ are names like others (I2)', () => {
    expect([...parseLinkParameters('__proto__=1&constructor=2')]).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })
})

describe('a JSON body', () => {
  test('is a flat object of texts and whole numbers', () => {
    expect([...parseJsonParameters('{"inbound_code": 1000, "rdud": "2s-\\u0061\\"x\\":"}')]).toEqual([
      ['inbound_code', '1000'],
      ['rdud', '2s-a"x":'],
    ])
  })

  test.each([
    ['', 'The body is not valid JSON.'],
    ['[]', 'The body must be a JSON object.'],
    ['null', 'The body must be a JSON object.'],
    ['{"rdud":["a"]}', 'The field "rdud" must be a text or a whole number.'],
    ['{"rdud":{"a":1}}', 'The field "rdud" must be a text or a whole number.'],
    ['{"inbound_code":1e400}', 'The field "inbound_code" must be a text or a whole number.'],
    ['{"inbound_code":1.5}', 'The field "inbound_code" must be a text or a whole number.'],
    ['{"rdud":null}', 'The field "rdud" must be a text or a whole number.'],
    ['{"rdud":"a","rdud":"b"}', 'The body names a field twice.'],
    ['{"rdud":"a","\\u0072dud":"b"}', 'The body names a field twice.'],
    ['{"__proto__":"a","__proto__":"b"}', 'The body names a field twice.'],
    ['{"rdud":"a\\u0000"}', 'The parameter "rdud" holds a control character.'],
    ['{"rdud":"\\ud800"}', 'A parameter is not well-formed Unicode.'],
  ])('%s is refused clearly (I1, I2)', (body, message) => {
    expect(faultOf(() => parseJsonParameters(body))).toEqual({ message, status: 400 })
  })
})
