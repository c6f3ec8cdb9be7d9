import { parseRecord, textOf } from '@sluice/contract/read-json'
import type { Uploads } from '../own-wire.ts'
import type { ProviderChannel } from '../provider.ts'
import { endUser } from './build-request.ts'

/** https://docs.dify.ai/api-reference/files/file-upload, as known on 2026-11-20 */
export const difyUploads = (rootOf: (channel: Pick<ProviderChannel, 'baseUrl'>) => string): Uploads => ({
  urlOf: (channel) => `${rootOf(channel)}/v1/files/upload`,
  // A file belongs to an end user, who must be the one of the call.
  fieldsOf: (request) => ({ user: endUser(request) }),
  readId: (body) => textOf(parseRecord(body)?.id) || null,
})
