import { GatewayError } from '../core/errors.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { admitCall } from './admission/admit-call.ts'
import { refuseUnpaid } from './admission/refuse-unpaid.ts'
import { answerCall } from './answer/answer-call.ts'
import { noteAdmitted } from './call/call-trail.ts'
import { endCall, newCallSoFar, type RelayCall } from './call/relay-call.ts'
import { CallDeadline } from './call-deadline.ts'
import { identifyCall } from './entry/identify-call.ts'
import type { ExtensionApi } from './modeless/extension-api.ts'
import type { RelayTools } from './relay-tools.ts'
import { recordRefusal } from './settlement/record-refusal.ts'
import { tryChannels } from './upstream/try-channels.ts'

/**
 * One call from key to answer: arrived, identified, admitted, attempted, answered. Throws GatewayError for anything
 * that ends it before its admission. After that, the last stage answers each end, and settles or releases its money.
 */
export async function relayCall(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  liftServerTimeout: () => void,
  takeCall: NonNullable<ExtensionApi['takeCall']> = () => null,
): Promise<Response> {
  const { clock, config } = tools.dependencies
  const { trail } = call
  call.trace = tools.tracer?.begin(call, 'POST') ?? null
  call.releases.push(() => {
    tools.callCounter.callEnded(call)
    call.trace?.end(call)
  })
  let isTaken = false
  // Never removed: the signal ends with the request, and an abort after the call has no effect. Work that is submitted
  // goes on without its client.
  request.signal.addEventListener('abort', () => {
    if (!isTaken) call.abort.abort(new GatewayError('client_closed_request'))
  })
  const deadline = new CallDeadline(clock, call, liftServerTimeout)
  call.releases.push(() => {
    deadline.clear()
    call.limits.end()
  })
  const soFar = newCallSoFar()
  let isStreaming = false
  try {
    const identified = await identifyCall(tools, call, request, soFar, (large) =>
      refuseUnpaid(tools.dependencies, call, large),
    )
    trail.identifiedAt = clock.monotonic()
    const serve = takeCall(call, identified)
    if (serve) {
      isTaken = true
      liftServerTimeout()
      const response = await serve(tools, call)
      trail.status = response.status
      return response
    }
    const { admitted, router, enterNextGroup } = await admitCall(tools, call, identified, soFar)
    noteAdmitted(clock, trail, admitted.routedModel, admitted.request.isStream)
    if (admitted.request.isStream) {
      const seconds = config.STREAM_MAX_DURATION
      deadline.set(seconds, () => new GatewayError('stream_limit_reached', { seconds }))
    } else deadline.set(config.RELAY_TIMEOUT, () => new GatewayError('upstream_timeout'))
    const current = { call: admitted }
    const attempting = tryChannels(tools, current, { router, enterNextGroup })
    // While the upstream is working.
    tools.dependencies.tokenCounter.prepare(admitted.request.model)
    const answered = await answerCall(tools, current, attempting, () => endCall(call))
    isStreaming = answered.isStreaming
    trail.status = answered.response.status
    if (answered.response.status < 400) call.limits.succeeded()
    return answered.response
  } catch (cause) {
    trail.error = gatewayErrorOf(cause)
    trail.status = trail.error.status
    if (!isTaken) recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
  } finally {
    if (!isStreaming) endCall(call)
  }
}
