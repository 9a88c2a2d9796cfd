import { describe, expect, test } from 'vitest'
import { useQualificationAsks } from './testing/qualification-asks.ts'

const { admin, user, ids, create, option, optionsOf, read } = useQualificationAsks()

describe('options', () => {
  const text = async (): Promise<number> => (await create()).qualification_texts[0].qualification_texts_id

  test('are replaced whole: existing ones keep their ids, new ones get numbers, the others go (§5.22, api:Q9, api:Q11, api:Q12)', async () => {
    const { qualifications_ud: id, qualification_texts: texts } = await create()
    const textId = texts[0].qualification_texts_id
    const first = await admin('PUT', optionsOf(textId), {
      version: 1,
      qualification_options: [option(1), option(2, { precode: 'x' }), option(3, { precode: '7' })],
    })
    expect([first.status, first.body.map(({ precode }: { precode: string }) => precode)]).toEqual([
      200,
      ['8', 'x', '7'],
    ])
    const [one, two, three] = first.body
    expect((await user('GET', `/v2/qualifications/${id}/precode`)).body).toEqual({
      qualifications_ud: id,
      precode: expect.stringContaining('coffee'),
      next_option_precode: '9',
    })
    // two precodes change places, one option goes, one comes
    const second = await admin('PUT', optionsOf(textId), {
      version: 2,
      qualification_options: [
        { ...three, precode: 'x', sort_order_nbr: 1 },
        { ...two, precode: '7', sort_order_nbr: 2 },
        option(3),
      ],
    })
    expect([second.status, second.body]).toEqual([
      200,
      [
        { ...three, precode: 'x', sort_order_nbr: 1 },
        { ...two, precode: '7', sort_order_nbr: 2 },
        { ...option(3), precode: '8', qualification_options_id: expect.any(Number) },
      ],
    ])
    expect(second.body[2].qualification_options_id).not.toBe(one.qualification_options_id)
    expect((await user('GET', optionsOf(textId))).body).toEqual(second.body)
    expect((await user('GET', `${optionsOf(textId)}?limit=1&offset=1`)).body).toEqual([second.body[1]])
    expect((await read(id)).qualification_texts[0]).toEqual({ ...texts[0], options_count: 3, version: 3 })
    const { body: history } = await admin('GET', `/v1/history/qualification/${id}`)
    expect(history[1].changes).toEqual([
      { field: 'Options (English, United States of America)', from: 0, to: 3 },
      { field: 'Option 8 (English, United States of America)', from: null, to: 'Sorte 1 (Kind 1)' },
      { field: 'Option x (English, United States of America)', from: null, to: 'Sorte 2 (Kind 2)' },
      { field: 'Option 7 (English, United States of America)', from: null, to: 'Sorte 3 (Kind 3)' },
    ])
  })

  test('every fault is named with its place, and nothing is stored (§5.22, §5.28, api:Q11)', async () => {
    const textId = await text()
    const options: object[] = Array.from({ length: 20 }, (_, at) => option(at + 1, { precode: String(at + 1) }))
    const refused = await admin('PUT', optionsOf(textId), {
      qualification_options: options.with(17, { ...options[17]!, precode: '3' }),
    })
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: ['qualification_options', '17', 'precode'], message: 'Precode 3 is there twice: option 3 has it too' }],
    ])
    const { sort_order_nbr: _, ...unsorted } = option(1)
    const faulty = await admin('PUT', optionsOf(textId), {
      qualification_options: [
        unsorted,
        option(2, { qualification_options_name: '' }),
        option(3, { qualification_options_id: 5 }),
      ],
    })
    expect([faulty.status, faulty.body.details]).toEqual([
      422,
      [
        { path: ['qualification_options', '0', 'sort_order_nbr'], message: 'Sort order is required' },
        { path: ['qualification_options', '1', 'qualification_options_name'], message: 'Option name is required' },
        { path: ['qualification_options', '2', 'precode'], message: 'Precode is required' },
      ],
    ])
    const foreign = await admin('PUT', optionsOf(textId), {
      qualification_options: [option(1, { qualification_options_id: 5, precode: '1' })],
    })
    expect([foreign.status, foreign.body.details[0].path]).toEqual([
      422,
      ['qualification_options', '0', 'qualification_options_id'],
    ])
    expect((await admin('GET', optionsOf(textId))).body).toEqual([])
  })

  test('half a surrogate pair, which the database cannot store, is refused in every field, and nothing is stored (I1)', async () => {
    const textId = await text()
    const named = (escape: string) =>
      `{"qualification_options":[{"sort_order_nbr":1,"qualification_options_name":"${escape}","qualification_options_english_name":"Kind"}]}`
    const [half, pair] = [
      await admin('PUT', optionsOf(textId), named(String.raw`\ud83d`)),
      await admin('PUT', optionsOf(textId), named(String.raw`\ud83d\ude00 \\ud83d`)),
    ]
    expect([half.status, half.body.message]).toEqual([400, 'The body holds half a character.'])
    expect([pair.status, pair.body[0]?.qualification_options_name]).toEqual([200, String.raw`😀 \ud83d`])
  })

  test('as many as 5,000 with long names are stored and read at once; one more is refused', async () => {
    const textId = await text()
    const many = Array.from({ length: 5_000 }, (_, at) =>
      option(at + 1, {
        qualification_options_name: `選択肢 ${at} ${'語'.repeat(100)}`,
        qualification_options_english_name: `Option ${at} ${'x'.repeat(100)}`,
      }),
    )
    const stored = await admin('PUT', optionsOf(textId), { qualification_options: many })
    expect([stored.status, stored.body.length, stored.body.at(-1)]).toEqual([
      200,
      5_000,
      { ...many.at(-1), precode: '5000', qualification_options_id: expect.any(Number) },
    ])
    expect((await admin('GET', optionsOf(textId))).body).toEqual(stored.body)
    const moved = [stored.body.at(-1), ...stored.body.slice(0, -1)].map((row: object, at) => ({
      ...row,
      sort_order_nbr: at + 1,
    }))
    expect((await admin('PUT', optionsOf(textId), { version: 2, qualification_options: moved })).body).toEqual(moved)
    const tooMany = await admin('PUT', optionsOf(textId), { qualification_options: [...many, option(5_001)] })
    expect([tooMany.status, tooMany.body.details]).toEqual([
      422,
      [{ path: ['qualification_options'], message: 'There can be at most 5000 options' }],
    ])
  })

  test('an edit of an old version conflicts with the options as they are; a repeat does not', async () => {
    const textId = await text()
    const theirs = await admin('PUT', optionsOf(textId), { version: 1, qualification_options: [option(1)] })
    const mine = await admin('PUT', optionsOf(textId), { version: 1, qualification_options: [option(1), option(2)] })
    expect([mine.status, mine.body.reason, mine.body.current]).toEqual([409, 'stale_version', theirs.body])
    const again = await admin('PUT', optionsOf(textId), { version: 1, qualification_options: [option(1)] })
    expect([again.status, again.body]).toEqual([200, theirs.body])
  })

  test('age and postal code are numbers, and have none (§3.25)', async () => {
    const { qualification_texts: texts } = await create({ qualification_type_cd: 3 })
    const refused = await admin('PUT', optionsOf(texts[0].qualification_texts_id), {
      qualification_options: [option(1)],
    })
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [
        {
          path: ['qualification_options'],
          message: 'A numeric qualification is answered with a number and has no options',
        },
      ],
    ])
  })
})

describe('the library', () => {
  test('has the common qualifications with age and postal code as numeric kinds, in several languages (§3.25, api:Q13)', async () => {
    const { status, body } = await user('GET', '/v2/qualifications-library')
    expect([status, body.length >= 25, body.every(({ is_library }: { is_library: boolean }) => is_library)]).toEqual([
      200,
      true,
      true,
    ])
    const kinds = Object.fromEntries(
      body.map(({ precode, qualification_type_cd }: { precode: string; qualification_type_cd: number }) => [
        precode,
        qualification_type_cd,
      ]),
    )
    expect([kinds['age'], kinds['zip'], kinds['gender']]).toEqual([3, 4, 1])
    const german = (
      await user('GET', `/v2/qualifications-library?search=gender&languages_id=${ids.german}&country_id=${ids.de}`)
    ).body
    expect(
      german.map(({ qualification_texts: texts }: { qualification_texts: { qualification_texts_name: string }[] }) =>
        texts.map(text => text.qualification_texts_name),
      ),
    ).toEqual([['Welches Geschlecht haben Sie?']])
    const options = await user(
      'GET',
      `/v1/qualifications/qualification-options?uid=${german[0].qualifications_ud}&languages_id=${ids.german}&country_id=${ids.de}`,
    )
    expect(
      options.body.map(
        (row: { precode: string; qualification_options_name: string; qualification_options_english_name: string }) => [
          row.precode,
          row.qualification_options_name,
          row.qualification_options_english_name,
        ],
      ),
    ).toEqual([
      ['1', 'Mann', 'Man'],
      ['2', 'Frau', 'Woman'],
      ['3', 'Nicht-binär', 'Non-binary'],
      ['4', 'Keine Angabe', 'Prefer not to say'],
    ])
  })

  test('is read-only, and can be copied with its texts and options; a taken precode gets a number', async () => {
    const [gender] = (await admin('GET', '/v2/qualifications-library?search=gender')).body
    const calls = [
      await admin('PATCH', `/v2/qualifications/${gender.qualifications_ud}`, { qualifications_name: 'Sex' }),
      await admin('DELETE', `/v1/qualifications?uid=${gender.qualifications_ud}`),
      await admin('PUT', optionsOf(gender.qualification_texts[0].qualification_texts_id), {
        qualification_options: [],
      }),
    ]
    expect(calls.map(({ status, body }) => [status, body.reason])).toEqual(calls.map(() => [409, 'library_is_shared']))
    const copies = [
      await admin('POST', `/v2/qualifications-library/${gender.qualifications_ud}/copy`),
      await admin('POST', `/v2/qualifications-library/${gender.qualifications_ud}/copy`),
    ]
    const withoutIds = ({ qualification_texts: texts, ...row }: { qualification_texts: object[] }) => ({
      ...row,
      qualifications_ud: 0,
      qualification_texts: texts.map(text => ({ ...text, qualification_texts_id: 0 })),
    })
    expect(copies.map(({ status, body }) => [status, withoutIds(body)])).toEqual([
      [200, { ...withoutIds(gender), is_library: false }],
      [200, { ...withoutIds(gender), is_library: false, precode: 'gender-2' }],
    ])
    const own = (await admin('GET', optionsOf(copies[0]!.body.qualification_texts[0].qualification_texts_id))).body
    expect(own.map(({ qualification_options_name: name }: { qualification_options_name: string }) => name)).toEqual([
      'Man',
      'Woman',
      'Non-binary',
      'Prefer not to say',
    ])
    expect((await admin('POST', `/v2/qualifications-library/${copies[0]!.body.qualifications_ud}/copy`)).status).toBe(
      404,
    )
  })
})
