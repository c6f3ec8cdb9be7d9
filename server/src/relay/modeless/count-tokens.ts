import { checkRights } from '../admission/check-rights.ts'
import type { Caller } from '../call/caller.ts'
import { endCall, type RelayCall } from '../call/relay-call.ts'
import { enterByKey } from '../entry/enter-by-key.ts'
import { authenticatePerson } from '../entry/playground.ts'
import { readClientFields } from '../entry/read-client-body.ts'
import { countableBody } from '../formats/countable-body.ts'
import type { RelayTools } from '../relay-tools.ts'

/**
 * Tokens of a prompt, counted locally and free of charge: an estimate, because no upstream counts for all the others.
 * Throws GatewayError.
 */
export async function countTokens(tools: RelayTools, call: RelayCall, request: Request): Promise<Response> {
  const { state, tokenCounter } = tools.dependencies
  try {
    call.releases.push(() => call.limits.end())
    const { caller, isPinned } = await enter(tools, call, request)
    const { fields } = await readClientFields(tools, call, request)
    const facts = call.format.readRequest(call.target, fields)
    // The same checks as for a call; a count is free.
    checkRights(call, caller, isPinned, facts, state.current())
    const countable = countableBody(call.format, call.target, facts.body)
    const tokens = await tokenCounter.countPrompt(countable, facts.model)
    call.limits.succeeded()
    return Response.json(call.format.buildTokenCount(tokens))
  } finally {
    endCall(call)
  }
}

/** A key that names a channel counts like any other; an account within the gateway is bound to its channel. */
async function enter(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
): Promise<{ caller: Caller; isPinned: boolean }> {
  if (call.admitPerson === null) return { caller: (await enterByKey(tools, call)).caller, isPinned: false }
  const { caller, pinnedChannelId } = await authenticatePerson(tools.dependencies.db, call.admitPerson, request)
  return { caller, isPinned: pinnedChannelId !== null }
}
