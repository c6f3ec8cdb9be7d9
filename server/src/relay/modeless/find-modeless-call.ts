import type { RelayCall } from '../call/relay-call.ts'
import type { RelayTools } from '../relay-tools.ts'
import { billingViewOf, showBilling } from './billing-view.ts'
import { listModels, showModel } from './models.ts'
import { passStored, storedAnswerPathOf } from './stored-answers.ts'

/** How a call without a model is served. */
interface BesideCall {
  serve(call: RelayCall): Promise<Response>
  /** It calls an upstream: it may last, and come back to this server. */
  callsUpstream: boolean
}

/** The lists of models, the money endpoints, and calls about stored answers; null for other paths and methods. */
export function findModelessCall(tools: RelayTools, request: Request, pathname: string): BesideCall | null {
  const { method } = request
  // The runtime sends an answer to HEAD without its body.
  const isRead = method === 'GET' || method === 'HEAD'
  const listing = /^\/v1(?:beta)?\/models(?:\/(.+))?$/.exec(pathname)
  if (listing && isRead) {
    const name = listing[1]
    return local((call) => (name === undefined ? listModels(tools, call) : showModel(tools, call, name)))
  }
  const billing = billingViewOf(pathname)
  if (billing !== null && isRead) return local((call) => showBilling(tools, call, billing))
  const stored = storedAnswerPathOf(method, pathname)
  return stored && { serve: (call) => passStored(tools, call, request, stored), callsUpstream: true }
}

const local = (serve: BesideCall['serve']): BesideCall => ({ serve, callsUpstream: false })
