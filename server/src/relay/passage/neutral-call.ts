import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { AdmittedCall } from '../call/relay-call.ts'

/** The call in the neutral form. Parsed once, even if several channels are tried. */
export function neutralRequestOf(call: AdmittedCall): ChatRequest {
  if (call.neutral.request) return call.neutral.request
  call.neutral.unread = call.format.inspectRequest(call.request.body)
  call.neutral.request = call.format.parseRequest(call.target, call.request.body)
  return call.neutral.request
}
