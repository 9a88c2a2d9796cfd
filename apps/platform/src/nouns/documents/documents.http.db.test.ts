import { describe } from 'vitest'
import { documentCases } from './testing/document-cases.ts'
import { useS3 } from './testing/s3-server.ts'

describe('documents as files on this disk', () => {
  documentCases(null)
})
describe('documents in an S3-compatible store', () => {
  documentCases(useS3())
})
