import { GatewayError } from '../core/errors.ts'
import { buildModelDescriptor } from '../core/model-descriptor.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { authenticate } from './authenticate.ts'
import type { Caller } from './caller.ts'
import type { RelayCall } from './relay-call.ts'
import type { RelayTools } from './relay-one.ts'
import { channelsFor } from './route.ts'
import { usableGroupOf } from './usable-group.ts'

const describe = (id: string) => buildModelDescriptor(id, 'custom')

/** `GET /v1/models`: what this key may call now. */
export async function listModels(tools: RelayTools, call: RelayCall): Promise<Response> {
  const { caller, snapshot } = await identify(tools, call)
  const names = namesFor(caller, snapshot)
  return Response.json({ object: 'list', success: true, data: names.map(describe) })
}

/** `GET /v1/models/{model}`. Throws `model_not_found` for a name this key may not call. */
export async function showModel(tools: RelayTools, call: RelayCall, model: string): Promise<Response> {
  const { caller, snapshot } = await identify(tools, call)
  if (!namesFor(caller, snapshot).includes(model)) throw new GatewayError('model_not_found', { model })
  return Response.json(describe(model))
}

async function identify(tools: RelayTools, call: RelayCall): Promise<{ caller: Caller; snapshot: Snapshot }> {
  const { state, clock } = tools.dependencies
  const { caller } = await authenticate(tools.directory, call.headers, clock.now())
  if (caller.allowedAddresses && !caller.allowedAddresses.includes(call.clientAddress)) {
    throw new GatewayError('ip_not_allowed')
  }
  return { caller, snapshot: state.current() }
}

/** Models of the caller's group with a channel; with limits on, those of them that the limits name. */
function namesFor(caller: Caller, snapshot: Snapshot): string[] {
  const group = usableGroupOf(caller, snapshot.options)
  const offered = [...(snapshot.routes.get(group)?.keys() ?? [])].sort()
  if (!caller.modelLimits) return offered
  return [...caller.modelLimits].filter((model) => channelsFor(snapshot, group, model).length > 0)
}
