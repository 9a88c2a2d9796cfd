import { Result, Schema, SchemaIssue } from 'effect'
import { describe, expect, test } from 'vitest'
import { nextPrecode, repeatedPrecodes, withPrecodes } from './option-precodes.ts'
import { Qualification } from './qualification.ts'
import {
  NewQualificationForm,
  OPTIONS_MAX,
  QualificationForm,
  QualificationOptionsForm,
  QualificationTextForm,
} from './qualification-form.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()

function messagesOf(schema: Schema.Decoder<unknown>, values: unknown): readonly string[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded)
    ? []
    : format(decoded.failure.issue).issues.map(({ path, message }) => `${path?.map(String).join('_')}: ${message}`)
}

const fields = {
  qualifications_name: 'Gender',
  qualification_type_cd: 1,
  qualification_category_cd: 1,
  qualification_class_cd: 2,
  qualification_access_cd: 1,
  precode: 'gender',
  qualification_univeral_name: 'GENDER',
}
const text = { qualification_texts_name: 'What is your gender?', languages_id: 37, country_id: 840 }
const option = { sort_order_nbr: 1, qualification_options_name: 'Mann', qualification_options_english_name: 'Man' }

describe('the form of a qualification', () => {
  test('each field is required (§5.20)', () => {
    expect(messagesOf(QualificationForm, fields)).toEqual([])
    expect(messagesOf(QualificationForm, {})).toEqual([
      'qualifications_name: Name is required',
      'qualification_type_cd: Type is required',
      'qualification_category_cd: Category is required',
      'qualification_class_cd: Class is required',
      'qualification_access_cd: Access is required',
      'precode: Precode is required',
      'qualification_univeral_name: Universal name is required',
    ])
  })
  test.each([
    [{ qualification_type_cd: 99 }, 'qualification_type_cd: Type is not in the list'],
    [{ qualification_access_cd: 'x' }, 'qualification_access_cd: Access is required'],
    [{ precode: '  ' }, 'precode: Precode is required'],
    [{ precode: 'a&b' }, 'precode: Precode must be made of letters, digits, dots, dashes and underscores'],
    [{ precode: 'sup' }, 'precode: Precode must not be sup, rid, t, fp or ordud: the entry link uses these itself'],
    [{ precode: ' T ' }, 'precode: Precode must not be sup, rid, t, fp or ordud: the entry link uses these itself'],
    [
      { qualification_univeral_name: 'x'.repeat(201) },
      'qualification_univeral_name: Universal name must be at most 200 characters',
    ],
  ])('%o is refused', (spoiled, message) =>
    expect(messagesOf(QualificationForm, { ...fields, ...spoiled })).toEqual([message]),
  )

  test('texts are required on create, each with text, language and country (§5.21)', () => {
    expect(messagesOf(NewQualificationForm, fields)).toEqual(['qualification_texts: Texts are required'])
    expect(messagesOf(NewQualificationForm, { ...fields, qualification_texts: [] })).toEqual([
      'qualification_texts: Texts are required',
    ])
    expect(messagesOf(NewQualificationForm, { ...fields, qualification_texts: [text, {}] })).toEqual([
      'qualification_texts_1_qualification_texts_name: Text is required',
      'qualification_texts_1_languages_id: Language is required',
      'qualification_texts_1_country_id: Country is required',
    ])
    expect(
      messagesOf(NewQualificationForm, { ...fields, qualification_texts: [text, { ...text, country_id: 826 }, text] }),
    ).toEqual(['qualification_texts_2_country_id: Text 1 has this language and country too'])
    expect(messagesOf(QualificationTextForm, { ...text, qualification_texts_name: ' ' })).toEqual([
      'qualification_texts_name: Text is required',
    ])
  })
})

describe('options', () => {
  const judge = (...options: readonly object[]): readonly string[] =>
    messagesOf(QualificationOptionsForm, { qualification_options: options })

  test('sort order, name and English name are required; a precode unless the option has no id (§5.22)', () => {
    expect(judge(option, { ...option, precode: '' }, { ...option, qualification_options_id: 7, precode: '4' })).toEqual(
      [],
    )
    expect(judge(option, {})).toEqual([
      'qualification_options_1_sort_order_nbr: Sort order is required',
      'qualification_options_1_qualification_options_name: Option name is required',
      'qualification_options_1_qualification_options_english_name: English name is required',
    ])
    expect(
      judge({ ...option, qualification_options_id: 7 }, { ...option, qualification_options_id: 8, precode: ' ' }),
    ).toEqual([
      'qualification_options_0_precode: Precode is required',
      'qualification_options_1_precode: Precode is required',
    ])
  })
  test('names each option that repeats a precode (§5.22)', () =>
    expect(
      judge(
        { ...option, precode: '1' },
        { ...option, precode: 'A' },
        { ...option, precode: ' 1' },
        { ...option, precode: 'a ' },
      ),
    ).toEqual([
      'qualification_options_2_precode: Precode 1 is there twice: option 1 has it too',
      'qualification_options_3_precode: Precode a is there twice: option 2 has it too',
    ]))
  test('as many as 5,000, and no more', () => {
    const many = Array.from({ length: OPTIONS_MAX + 1 }, (_, at) => ({ ...option, precode: String(at) }))
    expect(judge(...many.slice(0, OPTIONS_MAX))).toEqual([])
    expect(judge(...many)).toEqual(['qualification_options: There can be at most 5000 options'])
  })

  test('those without a precode get the next numbers', () => {
    expect(nextPrecode([])).toBe('1')
    expect(nextPrecode([{ precode: '7' }, { precode: 'x' }, {}])).toBe('8')
    expect(withPrecodes([{ precode: ' 7 ' }, {}, { precode: 'x' }, { precode: '' }])).toEqual([
      { precode: '7' },
      { precode: '8' },
      { precode: 'x' },
      { precode: '9' },
    ])
    expect(repeatedPrecodes([{ precode: '' }, {}, { precode: '' }])).toEqual([])
  })
})

test('a qualification on the wire has the fields of the contract, by their names (§3.25)', () => {
  const { qualification_texts: _, ...plain } = Qualification.fields
  expect(Object.keys(plain)).toEqual([
    'qualifications_ud',
    'qualifications_name',
    'qualification_type_cd',
    'qualification_category_cd',
    'qualification_class_cd',
    'qualification_access_cd',
    'precode',
    'qualification_univeral_name',
    'is_library',
    'version',
  ])
})
