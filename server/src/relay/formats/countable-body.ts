import type { JsonRecord } from '@sluice/contract/read-json'
import type { ClientTarget } from '../../protocols/client-target.ts'
import { buildOpenaiChatRequest } from '../../protocols/openai-chat/build-chat-request.ts'
import type { ClientFormat } from '../../protocols/wire-format.ts'

/** A client's body in the form in which tokens are counted: as one of Chat Completions. */
export function countableBody(
  format: Pick<ClientFormat, 'countable'>,
  target: ClientTarget,
  body: JsonRecord,
): JsonRecord {
  const counted = format.countable(target, body)
  return 'body' in counted ? counted.body : buildOpenaiChatRequest(counted.request)
}
