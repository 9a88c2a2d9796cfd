import { describe } from 'vitest'
import { documentCases } from './testing/document-cases.ts'
import { useS3 } from './testing/s3-server.ts'

describe('documents as files on this disk (§7.32, api:F1, api:F2, api:F3, api:F4)', () => {
  documentCases(null)
})
describe('documents in an S3-compatible store (§7.32, api:F1, api:F2, api:F3, api:F4)', () => {
  documentCases(useS3())
})
