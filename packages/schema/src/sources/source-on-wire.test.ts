import { Result, Schema, SchemaIssue } from 'effect'
import { expect, test } from 'vitest'
import { RespondentPath } from '../respondents/explain.ts'
import { NewClassicSource } from './classic-source.ts'
import { SourceForm, sourceForm } from './source-form.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const onWire = { stream_name: 'Open panel', respondents: 100, stream_status_cd: 3 }
const inCode = { name: 'Open panel', respondents: 100, statusid: 3 }

test('a source is called name and statusid in code, and by the specification’s names on the wire (§3.8)', () => {
  expect([Schema.decodeUnknownSync(SourceForm)(onWire), Schema.encodeSync(SourceForm)(inCode)]).toEqual([
    inCode,
    onWire,
  ])
})

test('faults of a source have the names of the wire (§5.28)', () => {
  const faults = (values: unknown) => {
    const decoded = Schema.decodeUnknownResult(NewClassicSource, { errors: 'all' })(values)
    if (Result.isSuccess(decoded)) return []
    return format(decoded.failure.issue).issues.map(
      ({ path = [], message }) => `${path.map(String).join('.')}: ${message}`,
    )
  }
  const others = { pm_sy_ud: 1, pm_sup_ud: 2, respondents: 100, supplier_cpi: 1 }
  expect([faults(others), faults({ ...others, ...onWire, stream_name: ' ', stream_status_cd: 7 })]).toEqual([
    ['stream_name: Source Name is required', 'stream_status_cd: Status is required'],
    ['stream_name: Source Name is required', 'stream_status_cd: Status is not in the list'],
  ])
})

test('the fields of the form are called as on the wire', () => {
  const { fields } = sourceForm({ type: 'diy', clickBalancing: false, seesSupplyPrice: true })
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(onWire)))
})

test('a field of another thing says whose name it is', () => {
  const path = {
    rdud: 'r',
    rid: 's',
    stmid: 1,
    code: 30,
    is_test: false,
    late: false,
    entered_at: '2026-01-01T00:00:00.000Z',
    ended_at: null,
    loi_minutes: null,
    steps: [],
    verdicts: [],
  }
  const decode = Schema.decodeUnknownOption(RespondentPath)
  expect([decode({ ...path, stream_name: 'North' }), decode({ ...path, source_name: 'North' })]).toMatchObject([
    { _tag: 'Some', value: { source_name: 'North' } },
    { _tag: 'None' },
  ])
})
