import { admitCall } from '../admission/admit-call.ts'
import { identifyCall } from '../entry/identify-call.ts'
import { chatBody, type TestAccount, type TestRelay } from '../test-relay.ts'

/** A call that has passed the first two stages, with its ways. */
export async function admitTestCall(relay: TestRelay, { key }: TestAccount, body: object = {}, path?: string) {
  const { call, request, soFar } = relay.arrive(key, chatBody(body), { ...(path !== undefined && { path }) })
  const identified = await identifyCall(relay.tools, call, request, soFar)
  const way = await admitCall(relay.tools, call, identified, soFar)
  return { call, ...way }
}
