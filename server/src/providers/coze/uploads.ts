import { parseRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { Uploads } from '../own-wire.ts'

/** https://www.coze.com/docs/developer_guides/upload_files, as known on 2026-11-20 */
export const cozeUploads = (base: string): Uploads => ({
  urlOf: ({ baseUrl }) => `${baseUrl ?? base}/v1/files/upload`,
  fieldsOf: () => ({}),
  readId: (body) => textOf(recordOf(parseRecord(body)?.data).id) || null,
})
