import { join } from 'node:path'
import type { Config } from './config.ts'
import type { DocumentSettings } from './platform-config.ts'

/** Where the files of documents lie: in DATA_DIR, or in the S3 store. */
export const documentSettings = ({
  dataDir,
  documentsS3,
}: Pick<Config, 'dataDir' | 'documentsS3'>): DocumentSettings => ({
  folder: join(dataDir, 'documents'),
  s3: documentsS3,
})
