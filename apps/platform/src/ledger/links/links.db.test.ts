import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashParameters } from '../facts/return-hash.ts'
import { NOBODY, sourceFigures } from '../testing/figures.ts'
import { SUPPLIER } from '../testing/study.ts'
import { message, rdudOf, useLinks } from '../testing/use-links.ts'

const { enter, fresh, get, post, study, useOne } = useLinks()

test('the ledger stores an entrant’s country, device and the browser’s first language', async () => {
  const { status } = await get(`/entry/${study().sourceId}?rid=speaks`, {
    headers: {
      'cf-ipcountry': 'US',
      'accept-language': 'es-MX,es;q=0.9,en;q=0.8',
      'user-agent': 'Mozilla/5.0 (iPhone)',
    },
  })
  const { rows } = await fresh().database.readAsSystem(tx =>
    tx.client.query('select country, language, device from respondent_event where source_id = $1', [study().sourceId]),
  )
  expect([status, rows]).toEqual([302, [{ country: 'US', language: 'es', device: 2 }]])
})

test.each(['undefined', 'null', '%20', ''])(
  'the fingerprint "%s" is none: it would make one device of many',
  async fingerprint => {
    const { status } = await enter('r1', `&fp=${fingerprint}`)
    const { rows } = await fresh().database.readAsSystem(tx =>
      tx.client.query('select fingerprint from respondent where source_id = $1', [study().sourceId]),
    )
    expect([status, rows]).toEqual([302, [{ fingerprint: null }]])
  },
)

describe('a respondent', () => {
  test('enters by the link, goes to the survey, and back to the supplier (§3.10, §3.17)', async () => {
    const entered = await enter('r%2F1', `&sup=${study().supplierId}`)
    const rdud = rdudOf(entered)
    expect([entered.status, entered.location]).toEqual([302, `https://survey.example/s?id=${rdud}`])
    const returned = await get(`/return?inbound_code=1000&rdud=${rdud}`)
    expect([returned.status, returned.location, returned.headers.get('cache-control')]).toEqual([
      302,
      `${SUPPLIER}/complete?pid=r%2F1&o=complete`,
      'no-store',
    ])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual({
      ...NOBODY,
      entrants: 1,
      completes: 1,
      ir: 1,
      conversion: 1,
      loi: 0,
      supplierCpi: 2.5,
      expense: 2.5,
      pricedCompletes: 1,
    })
  })

  test('returns server-to-server, as JSON or as a form, with the outcome (§3.17)', async () => {
    const rdud = rdudOf(await enter('r1'))
    const redirect = `${SUPPLIER}/complete?pid=r1&o=complete`
    const first = await post(JSON.stringify({ inbound_code: 1000, rdud }))
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { outcome: 'complete', redirect, repeat: false, late: false },
    ])
    const second = await post(`inbound_code=2000&rdud=${rdud}`, 'application/x-www-form-urlencoded')
    expect([second.status, JSON.parse(second.text)]).toEqual([
      200,
      { outcome: 'complete', redirect, repeat: true, late: false },
    ])
  })

  test.each([
    ['a space behind the code', '1000%20', ''],
    ['a no-break space before the code', '%C2%A01000', ''],
    ['a plus sign behind the id', '1000', '+'],
  ])('is a complete with %s, by browser and server-to-server (§3.17)', async (_how, code, behindId) => {
    const [browser, server] = [rdudOf(await enter('r1')), rdudOf(await enter('r2'))]
    await get(`/return?inbound_code=${code}&rdud=${browser}${behindId}`)
    await post(`inbound_code=${code}&rdud=${server}${behindId}`, 'application/x-www-form-urlencoded')
    expect((await sourceFigures(fresh().database, study().sourceId)).completes).toBe(2)
  })

  test('is a complete if the hash covers all parameters of the return, and not with one more (§3.14)', async () => {
    await useOne({ hashRequired: true, hashSecrets: ['key'] })
    const signed = (rdud: string) => {
      const parameters = new Map([
        ['inbound_code', '1000'],
        ['rdud', rdud],
        ['x', 'a b'],
      ])
      return `${new URLSearchParams([...parameters]).toString()}&hash=${hashParameters(parameters, 'key')}`
    }
    const good = await get(`/return?${signed(rdudOf(await enter('r1')))}`)
    const bad = await get(`/return?y=1&${signed(rdudOf(await enter('r2')))}`)
    expect([good.location, bad.location]).toEqual([
      `${SUPPLIER}/complete?pid=r1&o=complete`,
      `${SUPPLIER}/security?rid=r2&outcome=security`,
    ])
  })

  test('signed as the survey’s language encodes is a complete, by browser, as a form and as JSON; a link that cannot be read changes nothing (§3.17)', async () => {
    await useOne({ hashRequired: true, hashSecrets: ['key'] })
    const sign = (text: string) => createHmac('sha256', 'key').update(text).digest('hex')
    const rdudsOf = async (...rids: string[]) => Promise.all(rids.map(async rid => rdudOf(await enter(rid))))
    const [rfc3986 = '', form = '', posted = '', json = '', unread = ''] = await rdudsOf('r1', 'r2', 'r3', 'r4', 'r5')
    const strict = (rdud: string) => `inbound_code=1000&note=%21%27%28%29%2A&rdud=${rdud}`
    const loose = (rdud: string) => `inbound_code=1000&note=a+b%7E*&rdud=${rdud}`
    const broken = `inbound_code=1000&note=%fc&rdud=${unread}`
    const answers = [
      await get(`/return?${strict(rfc3986)}&hash=${sign(strict(rfc3986))}`),
      await get(`/return?hash=${sign(loose(form))}&${loose(form)}`),
    ]
    expect(answers.map(({ location }) => location)).toEqual([
      `${SUPPLIER}/complete?pid=r1&o=complete`,
      `${SUPPLIER}/complete?pid=r2&o=complete`,
    ])
    const told = [
      await post(`${loose(posted)}&hash=${sign(loose(posted))}`, 'application/x-www-form-urlencoded'),
      await post(JSON.stringify({ note: "!'()*", rdud: json, inbound_code: 1000, hash: sign(strict(json)) })),
    ]
    expect(told.map(({ text }) => (JSON.parse(text) as { outcome: string }).outcome)).toEqual(['complete', 'complete']) // our own answers
    expect((await get(`/return?${broken}&hash=${sign(broken)}`)).status).toBe(400)
    expect(await sourceFigures(fresh().database, study().sourceId)).toMatchObject({
      entrants: 5,
      completes: 4,
      inflight: 1,
    })
  })

  test('is checked by the headers that the configuration names (§3.11)', async () => {
    await useOne({ country: 'US', defender: [{ rule: 'country' }, { rule: 'datacentre' }] })
    const from = (rid: string, headers: Record<string, string>) =>
      get(`/entry/${study().sourceId}?rid=${rid}`, { headers })
    const answers = [
      await from('r1', { 'CF-IPCountry': 'ca' }),
      await from('r2', { 'CF-IPCountry': 'US', 'X-Datacentre': '1' }),
      await from('r3', { 'CF-IPCountry': 'us' }),
      await from('r4', { 'CF-IPCountry': 'XX' }),
    ]
    expect(answers.map(({ location }) => location?.split('?')[0])).toEqual([
      `${SUPPLIER}/security`,
      `${SUPPLIER}/security`,
      'https://survey.example/s',
      'https://survey.example/s',
    ])
  })

  test('is terminated if the survey excludes the device that the browser reports (§3.12, §3.29)', async () => {
    await useOne({ devices: [1, 3] })
    const phone =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
    const from = (rid: string, headers: Record<string, string>) =>
      get(`/entry/${study().sourceId}?rid=${rid}`, { headers })
    const answers = [
      await from('r1', { 'User-Agent': phone }),
      await from('r2', { 'User-Agent': 'x', 'Sec-CH-UA-Mobile': '?1' }),
      await from('r3', { 'User-Agent': phone.replace('Mobile ', '') }),
      await from('r4', { 'User-Agent': 'curl/8.14.1' }),
    ]
    expect(answers.map(({ location }) => location?.split('?')[0])).toEqual([
      `${SUPPLIER}/term`,
      `${SUPPLIER}/term`,
      'https://survey.example/s',
      'https://survey.example/s',
    ])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual({
      ...NOBODY,
      entrants: 4,
      terms: 2,
      inflight: 2,
      ir: 0,
      conversion: 0,
    })
  })

  test('without a redirect sees that the survey is closed, on a page that loads nothing (S5)', async () => {
    await fresh().database.asSystem(tx =>
      tx.client.query(`update supplier_redirect set url = 'javascript:alert(1)' where supplier_id = $1`, [
        study().supplierId,
      ]),
    )
    await fresh().database.asSystem(tx =>
      tx.client.query('update source set status = 2 where source_id = $1', [study().sourceId]),
    )
    const closed = await enter('r1')
    expect([closed.status, closed.location, closed.text.includes('<h1>This survey is closed</h1>')]).toEqual([
      200,
      null,
      true,
    ])
    expect(closed.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(closed.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('without a redirect, a respondent reads what became of them (domain.md §3)', () => {
  test.each([
    ['1000', 'Your answers are complete and were recorded. You can close this window.'],
    ['2000', 'This survey is looking for other people. You can close this window.'],
    ['4000', 'This survey has enough answers from people like you. You can close this window.'],
    ['1', 'Your answers were recorded, but they do not count as complete. You can close this window.'],
    ['3000', 'Your visit was recorded, but it does not count as complete. You can close this window.'],
    ['9', 'Your visit was recorded, but the survey did not confirm that it is complete. You can close this window.'],
  ])('returning with %s', async (code, text) => {
    await fresh().database.asSystem(tx =>
      tx.client.query('delete from supplier_redirect where supplier_id = $1', [study().supplierId]),
    )
    const rdud = rdudOf(await enter('r1'))
    const answer = await get(`/return?inbound_code=${code}&rdud=${rdud}`)
    expect([answer.status, message(answer)]).toEqual([200, text])
    expect(answer.text).toContain('<h1>Thank you for your time</h1>')
  })
})

describe('bad input has a clear answer, and leaves no respondent (I1, I2)', () => {
  test.each([
    ['no rid', '?sup=1', 400, 'The parameter "rid" is missing.'],
    ['an empty rid', '?rid=', 400, 'The parameter "rid" is missing.'],
    ['a rid of spaces', '?rid=%20%C2%A0', 400, 'The parameter "rid" is missing.'],
    ['an array of rids', '?rid[]=1', 400, 'The parameter "rid" is missing.'],
    ['a rid twice', '?rid=1&rid=2', 400, 'The parameter "rid" is there twice.'],
    ['a long rid', `?rid=${'x'.repeat(201)}`, 400, 'The parameter "rid" is longer than 200 characters.'],
    ['a NUL', '?rid=a%00', 400, 'The parameter "rid" holds a control character.'],
    [
      'an unfilled rid',
      '?rid=[%RID%]',
      400,
      'The parameter "rid" still holds the placeholder [%RID%]: the supplier’s system fills it in.',
    ],
    ...(
      [
        ['encoded', '%5B%25RID%25%5D', '[%RID%]'],
        ['encoded in lower case', '%5b%25rid%25%5d', '[%rid%]'],
        ['encoded twice', '%255B%2525RID%2525%255D', '%5B%25RID%25%5D'],
        ['with encoded percent signs', '[%25RID%25]', '[%RID%]'],
        ['within other text', 'p-%5B%25RID%25%5D', '[%RID%]'],
        ['of another platform', '{{rid}}', '{{rid}}'],
        ['of another platform, with a name of its own', 'p-%7B%7B%20panelist.id%20%7D%7D', '{{ panelist.id }}'],
        ['of another platform, encoded twice', '%257B%257Brid%257D%257D', '%7B%7Brid%7D%7D'],
        ['in square brackets', '[RID]', '[RID]'],
        ['in braces behind a dollar', '%24%7Brid%7D', '${rid}'],
        ['between percent signs', '%25RID%25', '%RID%'],
        ['between percent signs, not encoded', '%RID%', '%RID%'],
      ] as const
    ).map(([how, rid, placeholder]): [string, string, number, string] => [
      `an unfilled rid, ${how}`,
      `?rid=${rid}`,
      400,
      `The parameter "rid" still holds the placeholder ${placeholder}: the supplier’s system fills it in.`,
    ]),
    [
      'an unfilled fingerprint, encoded',
      '?rid=1&fp=%5B%25FP%25%5D',
      400,
      'The parameter "fp" still holds the placeholder [%FP%]: the supplier’s system fills it in.',
    ],
    ...['undefined', 'null', 'None', 'NaN', '%5Bobject%20Object%5D'].map((rid): [string, string, number, string] => [
      `the rid ${rid}`,
      `?rid=${rid}`,
      400,
      `The parameter "rid" is ${decodeURIComponent(rid)}: the supplier’s system gave no id of the respondent.`,
    ]),
    ['bad encoding', '?rid=%E0%A4', 400, 'The parameter "rid" is not valid percent-encoded UTF-8.'],
    [
      'a supplier that is no number',
      '?rid=1&sup=abc',
      400,
      'The parameter "sup" must be a whole number from 1 to 2147483647.',
    ],
    [
      'a supplier out of range',
      '?rid=1&sup=2147483648',
      400,
      'The parameter "sup" must be a whole number from 1 to 2147483647.',
    ],
    [
      'a supplier of someone else',
      '?rid=1&sup=1',
      404,
      'The parameter "sup" names a supplier that does not deliver to this survey.',
    ],
    ['a wrong test token', '?rid=1&t=guess', 404, 'This test link is not valid any more.'],
  ])('entry with %s', async (_name, query, status, text) => {
    const answer = await get(`/entry/${study().sourceId}${query}`)
    expect([answer.status, message(answer)]).toEqual([status, text])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual(NOBODY)
  })

  test.each([
    ['999999999', 404, 'There is no survey behind this link.'],
    ['2147483648', 400, 'The survey of this link must be a whole number from 1 to 2147483647.'],
    ['abc', 400, 'The survey of this link must be a whole number from 1 to 2147483647.'],
    ['1e3', 400, 'The survey of this link must be a whole number from 1 to 2147483647.'],
    ['%ff', 400, 'The request could not be read.'],
  ])('entry to stream %s', async (stream, status, text) => {
    const answer = await get(`/entry/${stream}?rid=1`)
    expect([answer.status, message(answer)]).toEqual([status, text])
  })

  const unknown = `2s-${'0'.repeat(32)}`
  test.each([
    ['no rdud', '?inbound_code=1000', 400, 'The parameter "rdud" is missing.'],
    [
      'the placeholder itself',
      '?inbound_code=1000&rdud=%5B%25RDUD%25%5D',
      400,
      'The parameter "rdud" is not the id that the survey was given in [%RDUD%].',
    ],
    ['an unknown rdud', `?inbound_code=1000&rdud=${unknown}`, 404, 'This respondent is not known here.'],
    ['no code', `?rdud=${unknown}`, 400, 'The parameter "inbound_code" is missing.'],
    [
      'an unfilled code, encoded',
      `?inbound_code=%5B%25CODE%25%5D&rdud=${unknown}`,
      400,
      'The parameter "inbound_code" still holds the placeholder [%CODE%]: the survey’s system fills it in.',
    ],
    ['spaces for a code', `?inbound_code=%20&rdud=${unknown}`, 400, 'The parameter "inbound_code" is missing.'],
    [
      'a long code',
      `?inbound_code=${'1'.repeat(51)}&rdud=${unknown}`,
      400,
      'The parameter "inbound_code" is longer than 50 characters.',
    ],
    ...['01000', '1e3', '1000.0', '+1000', '0x3e8'].map((code): [string, string, number, string] => [
      `a known code in another writing, ${code}`,
      `?inbound_code=${encodeURIComponent(code)}&rdud=${unknown}`,
      400,
      'The parameter "inbound_code" must be written as 1000.',
    ]),
    [
      'a code twice',
      `?inbound_code=1&inbound_code=1000&rdud=${unknown}`,
      400,
      'The parameter "inbound_code" is there twice.',
    ],
    [
      'a name twice, once encoded',
      `?inbound_code=1000&rdud=${unknown}&x=1&%78=2`,
      400,
      'The parameter "x" is there twice.',
    ],
    ['two hashes', `?inbound_code=1000&rdud=${unknown}&hash=1&h%61sh=2`, 400, 'The parameter "hash" is there twice.'],
    [
      'percent sequences that are no UTF-8',
      `?inbound_code=1000&rdud=${unknown}&x=%fc`,
      400,
      'The parameter "x" is not valid percent-encoded UTF-8.',
    ],
    [
      'a NUL in what the survey adds',
      `?inbound_code=1000&rdud=${unknown}&x=a%00b`,
      400,
      'The parameter "x" holds a control character.',
    ],
  ])('return with %s', async (_name, query, status, text) => {
    const answer = await get(`/return${query}`)
    expect([answer.status, message(answer)]).toEqual([status, text])
  })

  test.each([
    ['broken JSON', '{', 'application/json', 400, 'The body is not valid JSON.'],
    ['an array', '[]', 'application/json', 400, 'The body must be a JSON object.'],
    [
      'a nested field',
      '{"rdud":{"$ne":1},"inbound_code":1}',
      'application/json',
      400,
      'The field "rdud" must be a text or a whole number.',
    ],
    [
      'a field twice',
      `{"rdud":"${unknown}","rdud":"${unknown}"}`,
      'application/json',
      400,
      'The body names a field twice.',
    ],
    ['no fields', '{}', 'application/json', 400, 'The parameter "rdud" is missing.'],
    [
      'another type',
      '<a/>',
      'text/xml',
      415,
      'The body must be application/json or application/x-www-form-urlencoded.',
    ],
    ['1 MB', `{"rdud":"${'x'.repeat(1_000_000)}"}`, 'application/json', 413, 'The body is too large.'],
    [
      'an unknown respondent',
      `{"rdud":"${unknown}","inbound_code":1000}`,
      'application/json',
      404,
      'This respondent is not known here.',
    ],
  ])('a server return with %s', async (_name, body, type, status, text) => {
    const answer = await post(body, type)
    expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([status, text]) // our own answer
  })

  test('other methods create no respondents', async () => {
    const answers = await Promise.all(
      ['PUT', 'DELETE', 'POST'].map(method => get(`/entry/${study().sourceId}?rid=1`, { method })),
    )
    expect([...answers.map(({ status }) => status), (await get('/return', { method: 'PUT' })).status]).toEqual([
      405, 405, 405, 405,
    ])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual(NOBODY)
  })

  test('a link checker’s HEAD is answered at both links, and records nothing', async () => {
    const rdud = rdudOf(await enter('r1'))
    const before = await sourceFigures(fresh().database, study().sourceId)
    const head = (path: string) => get(path, { method: 'HEAD' })
    const answers = [
      await head(`/entry/${study().sourceId}?rid=2`),
      await head(`/return?inbound_code=1000&rdud=${rdud}`),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
    ])
    expect(await sourceFigures(fresh().database, study().sourceId)).toEqual(before)
  })

  test('a page shows no markup of the link', async () => {
    const answer = await get(`/entry/${study().sourceId}?%3Cscript%3E=1&%3Cscript%3E=2&rid=1`)
    expect([answer.status, answer.text.includes('<script>'), message(answer)]).toEqual([
      400,
      false,
      'The parameter "<script>" is there twice.',
    ])
  })
})
