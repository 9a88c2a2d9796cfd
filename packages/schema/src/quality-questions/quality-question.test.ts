import { Result, Schema, SchemaIssue } from 'effect'
import { expect, test } from 'vitest'
import { QualityQuestionForm } from './quality-question.ts'

const format = SchemaIssue.makeFormatterStandardSchemaV1()

test('language and question are required (§5.23)', () => {
  const messagesOf = (values: unknown): readonly string[] => {
    const decoded = Schema.decodeUnknownResult(QualityQuestionForm, { errors: 'all' })(values)
    return Result.isSuccess(decoded)
      ? []
      : format(decoded.failure.issue).issues.map(({ path, message }) => `${path?.map(String).join('_')}: ${message}`)
  }
  expect(messagesOf({ language: 37, question: 'Which of these is a colour?' })).toEqual([])
  expect(messagesOf({})).toEqual(['language: Language is required', 'question: Question is required'])
  expect(messagesOf({ language: 0, question: ' ' })).toEqual([
    'language: Language is required',
    'question: Question is required',
  ])
})
