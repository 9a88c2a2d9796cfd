import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { useQualificationAsks, type Ask } from './testing/qualification-asks.ts'

const { platform, study, admin, user, maker, otherAccount, defender, ids, newForm, create, option, optionsOf, read } =
  useQualificationAsks()

describe('a qualification', () => {
  test('is created with its texts and read back unchanged, in v1 and v2 (§3.25, §7.23, §7.24, api:Q1, api:Q2, api:Q6, api:Q10)', async () => {
    for (const path of ['/v1/qualifications', '/v2/qualifications']) {
      const form = newForm()
      const { status, body } = await admin('POST', path, form)
      const { qualification_texts: texts, ...fields } = form
      expect([status, body]).toEqual([
        200,
        {
          ...fields,
          qualifications_ud: expect.any(Number),
          is_library: false,
          version: 1,
          qualification_texts: [
            {
              ...texts[0],
              qualification_texts_id: expect.any(Number),
              language_name: 'English',
              country_name: 'United States of America',
              qualification_text_status_cd: 1,
              options_count: 0,
              version: 1,
            },
          ],
        },
      ])
      expect((await user('GET', `/v1/qualifications?uid=${body.qualifications_ud}`)).body).toEqual([body])
      expect(
        (
          await user(
            'GET',
            `/v2/qualification-texts/${body.qualification_texts[0].qualification_texts_id}/qualifications`,
          )
        ).body,
      ).toEqual([body])
    }
  })

  test('without the required fields it is refused with a fault for each field (§5.20, §5.21, §5.28)', async () => {
    const { status, body } = await admin('POST', '/v2/qualifications', {
      qualification_texts: [{ languages_id: ids.english }],
    })
    expect([status, body.details]).toEqual([
      422,
      [
        { path: ['qualifications_name'], message: 'Name is required' },
        { path: ['qualification_type_cd'], message: 'Type is required' },
        { path: ['qualification_category_cd'], message: 'Category is required' },
        { path: ['qualification_class_cd'], message: 'Class is required' },
        { path: ['qualification_access_cd'], message: 'Access is required' },
        { path: ['precode'], message: 'Precode is required' },
        { path: ['qualification_univeral_name'], message: 'Universal name is required' },
        { path: ['qualification_texts', '0', 'qualification_texts_name'], message: 'Text is required' },
        { path: ['qualification_texts', '0', 'country_id'], message: 'Country is required' },
      ],
    ])
  })

  test('a taken precode and an unknown language or country are reported by their fields (§5.28)', async () => {
    const { precode } = await create()
    const text = { qualification_texts_name: 'Do you?', languages_id: 9_999, country_id: 9_999 }
    const { status, body } = await admin(
      'POST',
      '/v2/qualifications',
      newForm({ precode: precode.toUpperCase(), qualification_texts: [text] }),
    )
    expect([status, body.details]).toEqual([
      422,
      [
        { path: ['precode'], message: `Precode ${precode.toUpperCase()} is the one of Coffee drinker` },
        { path: ['qualification_texts', '0', 'languages_id'], message: 'Language is not in the list' },
        { path: ['qualification_texts', '0', 'country_id'], message: 'Country is not in the list' },
      ],
    ])
    expect((await otherAccount('POST', '/v2/qualifications', newForm({ precode }))).status).toBe(200)
  })

  test('a repeated request makes one, with the same answer', async () => {
    const form = newForm({ qualifications_name: 'Only once' })
    const key = { 'Idempotency-Key': 'coffee' }
    const answers = await Promise.all([1, 2, 3].map(() => admin('POST', '/v2/qualifications', form, key)))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, answers[0]!.body]))
    expect((await user('GET', '/v2/qualifications?search=Only once')).body).toEqual([answers[0]!.body])
  })

  test('is changed field by field or whole, its texts too, each change in its history (api:Q3, api:Q7, §7.23)', async () => {
    const { qualifications_ud: id, version, qualification_texts: texts, ...fields } = await create()
    const [text] = texts
    const german = { qualification_texts_name: 'Trinken Sie Kaffee?', languages_id: ids.german, country_id: ids.de }
    const patched = await admin('PATCH', `/v2/qualifications/${id}`, {
      version,
      qualifications_name: ' Coffee ',
      qualification_texts: [
        german,
        {
          qualification_texts_id: text.qualification_texts_id,
          qualification_texts_name: 'Do you like coffee?',
          languages_id: ids.english,
          country_id: ids.us,
          qualification_text_status_cd: 2,
        },
      ],
    })
    expect([patched.status, patched.body.version, patched.body.qualifications_name]).toEqual([200, 2, 'Coffee'])
    expect(patched.body.qualification_texts).toEqual([
      { ...text, qualification_texts_name: 'Do you like coffee?', qualification_text_status_cd: 2 },
      {
        ...german,
        qualification_texts_id: expect.any(Number),
        language_name: 'German',
        country_name: 'Germany',
        qualification_text_status_cd: 1,
        options_count: 0,
        version: 1,
      },
    ])
    const { is_library: _, ...form } = fields
    const put = await admin('PUT', `/v1/qualifications?uid=${id}`, {
      ...form,
      qualifications_name: 'Coffee and tea',
      version: 2,
    })
    expect([put.status, put.body]).toEqual([
      200,
      { ...patched.body, qualifications_name: 'Coffee and tea', version: 3 },
    ])
    const { body: history } = await admin('GET', `/v1/history/qualification/${id}`)
    expect(
      history
        .map(({ act, changes }: { act: string; changes: object[] }) => [act, changes.length === 11 ? 'all' : changes])
        .slice(0, 2),
    ).toEqual([
      ['edited', [{ field: 'qualifications_name', from: 'Coffee', to: 'Coffee and tea' }]],
      [
        'edited',
        [
          { field: 'qualifications_name', from: 'Coffee drinker', to: 'Coffee' },
          {
            field: 'Text (English, United States of America)',
            from: 'Do you drink coffee?',
            to: 'Do you like coffee? (inactive)',
          },
          { field: 'Text (German, Germany)', from: null, to: 'Trinken Sie Kaffee?' },
        ],
      ],
    ])
    expect(history.at(-1).act).toBe('created')
  })

  test('an edit of an old version conflicts and shows the present one; a repeat of the stored one does not', async () => {
    const { qualifications_ud: id, version } = await create()
    await admin('PATCH', `/v2/qualifications/${id}`, { version, qualifications_name: 'Theirs' })
    const mine = await admin('PATCH', `/v2/qualifications/${id}`, { version, qualifications_name: 'Mine' })
    expect([mine.status, mine.body.reason, mine.body.current]).toEqual([409, 'stale_version', await read(id)])
    const again = await admin('PATCH', `/v2/qualifications/${id}`, { version, qualifications_name: 'Theirs' })
    expect([again.status, again.body]).toEqual([200, await read(id)])
  })

  test('a text is added; a second one for the language and country is refused (§5.21, api:Q8)', async () => {
    const { qualifications_ud: id } = await create()
    const text = {
      qualification_texts_name: 'Do you drink coffee, then?',
      languages_id: ids.english,
      country_id: ids.gb,
    }
    const added = await admin('POST', `/v2/qualification/${id}/qualification-text`, text)
    expect([added.status, added.body]).toEqual([
      200,
      (await read(id)).qualification_texts.find(({ country_id }: { country_id: number }) => country_id === ids.gb),
    ])
    const second = await admin('POST', `/v2/qualification/${id}/qualification-text`, {
      ...text,
      qualification_texts_name: 'And now?',
    })
    expect([second.status, second.body.details]).toEqual([
      422,
      [{ path: ['country_id'], message: 'There is a text in this language for this country already' }],
    ])
    const empty = await admin('POST', `/v2/qualification/${id}/qualification-text`, {
      ...text,
      qualification_texts_name: '',
    })
    expect([empty.status, empty.body.details]).toEqual([
      422,
      [{ path: ['qualification_texts_name'], message: 'Text is required' }],
    ])
  })

  test('has at most 200 texts, however they come (§5.21)', async () => {
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ id: number }>`select country_id as id from country order by country_id`.execute(tx),
    )
    const textIn = (country: number) => ({
      qualification_texts_name: 'Do you?',
      languages_id: ids.english,
      country_id: country,
    })
    const [another = 0, onemore = 0, ...countries] = rows.map(({ id }) => id)
    const { qualifications_ud: id } = await create({ qualification_texts: countries.slice(0, 199).map(textIn) })
    const tooMany = 'A qualification has at most 200 texts'
    const two = await admin('PATCH', `/v2/qualifications/${id}`, {
      qualification_texts: [textIn(another), textIn(onemore)],
    })
    expect([two.status, two.body.details]).toEqual([
      422,
      [{ path: ['qualification_texts', '1', 'country_id'], message: tooMany }],
    ])
    const add = (country: number) => admin('POST', `/v2/qualification/${id}/qualification-text`, textIn(country))
    const [last, refused] = [await add(another), await add(onemore)]
    expect([last.status, refused.status, refused.body.details]).toEqual([
      200,
      422,
      [{ path: ['country_id'], message: tooMany }],
    ])
  })

  test('is deleted unless a source uses it, which the refusal names (api:Q4)', async () => {
    const { qualifications_ud: id, precode } = await create()
    const use = (sourceId: number) =>
      platform().database.asSystem(tx =>
        sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition) values (${study().accountId}, ${sourceId}, 9, 'Coffee', ${JSON.stringify({ param: precode, in: ['1'] })})`.execute(
          tx,
        ),
      )
    await use(study().sourceIds[0]!)
    const refused = await admin('DELETE', `/v1/qualifications?uid=${id}`)
    expect([refused.status, refused.body.reason, refused.body.message, refused.body.current]).toEqual([
      409,
      'in_use',
      'Coffee drinker is used by the source Main.',
      { uses: [{ scope: 'source', id: study().sourceIds[0], name: 'Main' }] },
    ])
    const { qualifications_ud: counted, precode: countedPrecode } = await create({ qualifications_name: 'Counted' })
    await platform().database.asSystem(tx =>
      sql`insert into source_quota (account_id, source_id, quota_no, group_no, name, conditions, target) values (${study().accountId}, ${study().sourceIds[0]}, 9, 1, 'Few', ${JSON.stringify([{ param: countedPrecode, in: ['1'] }])}, 5)`.execute(
        tx,
      ),
    )
    expect((await admin('DELETE', `/v1/qualifications?uid=${counted}`)).body.message).toBe(
      'Counted is used by the source Main.',
    )
    const { qualifications_ud: unused, qualification_texts: texts } = await create()
    await admin('PUT', optionsOf(texts[0].qualification_texts_id), { qualification_options: [option(1)] })
    expect((await admin('DELETE', `/v1/qualifications?uid=${unused}`)).status).toBe(204)
    expect((await admin('GET', `/v1/qualifications?uid=${unused}`)).status).toBe(404)
    expect((await admin('GET', optionsOf(texts[0].qualification_texts_id))).status).toBe(404)
    expect((await admin('GET', `/v1/history/qualification/${unused}`)).body[0].act).toBe('deleted')
  })
})

describe('lists', () => {
  test('the account’s own by name, filtered by search, type, category and class, page by page (§2.14, api:Q5)', async () => {
    const names = ['Zebra fan', 'Ärger fan', 'Bee fan']
    for (const name of names)
      await create({ qualifications_name: name, qualification_category_cd: name === 'Bee fan' ? 7 : 9 })
    const listed = async (query: string) =>
      (await user('GET', `/v2/qualifications?${query}`)).body.map(
        ({ qualifications_name: name }: { qualifications_name: string }) => name,
      )
    expect(await listed('search=FAN')).toEqual(['Ärger fan', 'Bee fan', 'Zebra fan'])
    expect(await listed('search=fan&limit=1&offset=1')).toEqual(['Bee fan'])
    expect(await listed('search=fan&qualification_category_cd=7')).toEqual(['Bee fan'])
    expect(await listed('search=fan&qualification_type_cd=2')).toEqual([])
    expect(await listed('search=fan&qualification_class_cd=1')).toEqual([])
    expect(await listed('search=%25')).toEqual([])
  })

  test('the source editor finds own and library ones with a text in the language and country, and its options (§7.12, api:T5, api:T6)', async () => {
    const { qualifications_ud: id, qualification_texts: texts } = await create({
      qualifications_name: 'Gender of the cat',
    })
    await admin('PUT', optionsOf(texts[0].qualification_texts_id), { qualification_options: [option(1), option(2)] })
    const find = async (country: number): Promise<{ qualifications_ud: number; is_library: boolean }[]> =>
      (await user('GET', `/v1/qualifications?search=gender&languages_id=${ids.english}&country_id=${country}`)).body
    expect(
      (await find(ids.us))
        .filter(row => row.is_library || row.qualifications_ud === id)
        .map(row => row.qualifications_ud),
    ).toEqual([3, id])
    expect((await find(ids.gb)).some(({ qualifications_ud }) => qualifications_ud === id)).toBe(false)
    const path = `/v1/qualifications/qualification-options?uid=${id}&languages_id=${ids.english}&country_id=`
    expect(
      (await user('GET', `${path}${ids.us}&search=kind 2`)).body.map(({ precode }: { precode: string }) => precode),
    ).toEqual(['2'])
    expect((await user('GET', `${path}${ids.gb}`)).status).toBe(404)
  })
})

describe('who may', () => {
  test('a user reads and does not write; with custom_qual_create a user writes, too (§6.8)', async () => {
    const { qualifications_ud: id, qualification_texts: texts } = await create()
    const writes = (ask: Ask) =>
      Promise.all([
        ask('POST', '/v2/qualifications', newForm()),
        ask('PATCH', `/v2/qualifications/${id}`, { qualification_category_cd: 9 }),
        ask('PUT', optionsOf(texts[0].qualification_texts_id), { qualification_options: [] }),
        ask('POST', '/v2/qualifications-library/1/copy'),
      ])
    expect((await writes(user)).map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect((await user('DELETE', `/v1/qualifications?uid=${id}`)).status).toBe(403)
    expect((await user('GET', `/v1/qualifications?uid=${id}`)).status).toBe(200)
    expect((await writes(maker)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('only its creator and admins see a private one: everybody else gets 404 and does not find it, and cannot make another’s private (§3.25, §6.8)', async () => {
    const made = await maker(
      'POST',
      '/v2/qualifications',
      newForm({ qualifications_name: 'Secret launch', qualification_access_cd: 2 }),
    )
    const { qualifications_ud: id, qualification_texts: texts, precode } = made.body
    const textId = texts[0].qualification_texts_id
    await maker('PUT', optionsOf(textId), { qualification_options: [option(1)] })
    const reads = [
      `/v1/qualifications?uid=${id}`,
      optionsOf(textId),
      `/v2/qualification-texts/${textId}/qualifications`,
      `/v2/qualifications/${id}/precode`,
      `/v1/qualifications/qualification-options?uid=${id}&languages_id=${ids.english}&country_id=${ids.us}`,
      `/v1/history/qualification/${id}`,
    ]
    const statuses = (ask: Ask) => Promise.all(reads.map(async path => (await ask('GET', path)).status))
    const listed = (ask: Ask) =>
      Promise.all(
        ['/v2/qualifications?search=secret launch', '/v1/qualifications?search=secret launch'].map(async path =>
          (await ask('GET', path)).body.map(
            ({ qualifications_ud }: { qualifications_ud: number }) => qualifications_ud,
          ),
        ),
      )
    const found = async (ask: Ask) =>
      (await ask('GET', '/v1/search?text=secret')).body.hits.map((hit: { id: number }) => hit.id)
    for (const ask of [admin, maker])
      expect([await statuses(ask), await listed(ask), await found(ask)]).toEqual([
        reads.map(() => 200),
        [[id], [id]],
        [id],
      ])
    expect([await statuses(user), await listed(user), await found(user)]).toEqual([reads.map(() => 404), [[], []], []])

    const { username, userId } = await new StudyMaker(platform().database).user({
      accountId: study().accountId,
      roleId: 2,
    })
    await platform().database.asSystem(tx =>
      sql`update app_user set custom_qual_create = true where user_id = ${userId}`.execute(tx),
    )
    const token = await platform().signIn(username, TEST_PASSWORD)
    const other: Ask = (method, path, body) =>
      platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
    const writes: [string, string, unknown?][] = [
      ['PATCH', `/v2/qualifications/${id}`, { qualifications_name: 'Mine' }],
      ['DELETE', `/v1/qualifications?uid=${id}`],
      [
        'POST',
        `/v2/qualification/${id}/qualification-text`,
        { qualification_texts_name: 'Mine?', languages_id: ids.english, country_id: ids.gb },
      ],
      ['PUT', optionsOf(textId), { qualification_options: [] }],
    ]
    for (const [method, path, body] of writes)
      expect([method, path, (await other(method, path, body)).status]).toEqual([method, path, 404])
    const taken = await other('POST', '/v2/qualifications', newForm({ precode }))
    expect([taken.status, taken.body.details]).toEqual([
      422,
      [{ path: ['precode'], message: `Precode ${precode} is the one of a private qualification` }],
    ])
    const open = await create()
    const hiding = await other('PATCH', `/v2/qualifications/${open.qualifications_ud}`, { qualification_access_cd: 2 })
    expect([hiding.status, hiding.body.details]).toEqual([
      422,
      [
        {
          path: ['qualification_access_cd'],
          message: 'Another user created it: only they or an admin may make it private',
        },
      ],
    ])
    expect(await read(open.qualifications_ud)).toEqual(open)
    expect((await maker('PATCH', `/v2/qualifications/${id}`, { qualification_access_cd: 1 })).status).toBe(200)
    expect(await statuses(user)).toEqual(reads.map(() => 200))
  })

  test('only the creator and admins see the history of a deleted private one (§3.25, §6.8)', async () => {
    const { qualifications_ud: id } = (
      await maker(
        'POST',
        '/v2/qualifications',
        newForm({ qualifications_name: 'Secret launch', qualification_access_cd: 2 }),
      )
    ).body
    const { qualifications_ud: open } = (await maker('POST', '/v2/qualifications', newForm())).body
    for (const each of [id, open]) expect((await maker('DELETE', `/v1/qualifications?uid=${each}`)).status).toBe(204)
    const statuses = (each: number) =>
      Promise.all([admin, maker, user].map(async ask => (await ask('GET', `/v1/history/qualification/${each}`)).status))
    expect([await statuses(id), await statuses(open)]).toEqual([
      [200, 200, 404],
      [200, 200, 200],
    ])
  })

  test('only a user who sees a private one can add it to a source; one already there stays (§3.25, §6.8, api:T2, api:T4)', async () => {
    const { precode } = (await maker('POST', '/v2/qualifications', newForm({ qualification_access_cd: 2 }))).body
    const { accountId, projectId, surveyId, supplierId } = study()
    const stmid = await new StudyMaker(platform().database).source({
      accountId,
      projectId,
      surveyId,
      supplierIds: [supplierId],
    })
    const asks = { name: 'Secret', param: precode, in: ['1'] }
    const parts = {
      stmid,
      qualifications: [asks],
      quota_groups: [
        {
          name: 'G',
          conditions: [asks],
          quotas: [{ name: 'Q', conditions: [{ param: 'age', min: 18, max: null }], target: 1 }],
        },
      ],
    }
    const refused = await user('POST', '/v2/survey-quals-quotas', parts)
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [
        { path: ['qualifications', '0', 'param'], message: `No qualification has the precode ${precode}` },
        {
          path: ['quota_groups', '0', 'conditions', '0', 'param'],
          message: `No qualification has the precode ${precode}`,
        },
      ],
    ])
    expect((await maker('POST', '/v2/survey-quals-quotas', parts)).status).toBe(200)
    expect(
      (await user('POST', '/v2/survey-quals-quotas', { ...parts, qualifications: [{ ...asks, in: ['2'] }] })).status,
    ).toBe(200)
  })

  test('no one sees or changes another account’s; a Defender account has none', async () => {
    const { qualifications_ud: id, qualification_texts: texts } = await create()
    const textId = texts[0].qualification_texts_id
    const calls: [string, string, unknown?][] = [
      ['GET', `/v1/qualifications?uid=${id}`],
      ['PATCH', `/v2/qualifications/${id}`, { qualifications_name: 'Mine' }],
      ['DELETE', `/v1/qualifications?uid=${id}`],
      [
        'POST',
        `/v2/qualification/${id}/qualification-text`,
        { qualification_texts_name: 'Mine?', languages_id: ids.english, country_id: ids.gb },
      ],
      ['GET', optionsOf(textId)],
      ['PUT', optionsOf(textId), { qualification_options: [option(1)] }],
      ['GET', `/v2/qualification-texts/${textId}/qualifications`],
      ['GET', `/v2/qualifications/${id}/precode`],
      ['GET', `/v1/qualifications/qualification-options?uid=${id}&languages_id=${ids.english}&country_id=${ids.us}`],
    ]
    for (const [method, path, body] of calls)
      expect([method, path, (await otherAccount(method, path, body)).status]).toEqual([method, path, 404])
    expect(
      (await otherAccount('GET', '/v2/qualifications?search=Coffee drinker&limit=1000')).body.every(
        ({ qualifications_ud }: { qualifications_ud: number }) => qualifications_ud !== id,
      ),
    ).toBe(true)
    for (const [method, path, body] of calls)
      expect([method, path, (await defender(method, path, body)).status]).toEqual([method, path, 403])
    expect(await read(id)).toMatchObject({ qualifications_name: 'Coffee drinker', version: 1 })
  })

  test('the database itself keeps an account from changing the library, or another account’s', async () => {
    const { qualifications_ud: id } = await create()
    const other = await new StudyMaker(platform().database).account()
    const touched = await platform().database.asAccount(other, async tx => [
      (await sql`update qualification set name = 'Mine' where qualification_id in (1, ${id})`.execute(tx))
        .numAffectedRows,
      (await sql`update qualification set account_id = ${other} where account_id is null`.execute(tx)).numAffectedRows,
      (await sql`delete from qualification_option where text_id < 100000`.execute(tx)).numAffectedRows,
      (await sql`select from qualification where qualification_id in (1, ${id})`.execute(tx)).rows.length,
    ])
    expect(touched).toEqual([0n, 0n, 0n, 1])
  })
})
