import { GatewayError } from '../../core/errors.ts'
import { channelsFor } from '../../state/channels-for.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import { refuseAddress } from '../call/refuse-address.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { usableGroupsOf } from '../call/usable-group.ts'
import { authenticate } from '../entry/authenticate.ts'
import type { RelayTools } from '../relay-tools.ts'

/** `GET /v1/models`: the models that this key may call now. */
export async function listModels(tools: RelayTools, call: RelayCall): Promise<Response> {
  const { caller, snapshot } = await identify(tools, call)
  const names = modelNamesFor(caller, snapshot)
  const list = call.format.buildModelList(names)
  // Codex names its version and reads descriptions of models here, each with instructions that only their maker has.
  // With none it keeps its own; without the array it reports an error. https://github.com/openai/codex, read 2026-11-28
  const isCodex = new URLSearchParams(call.path.slice(call.path.indexOf('?') + 1)).has('client_version')
  return Response.json(isCodex && !('models' in list) ? { ...list, models: [] } : list)
}

/** `GET /v1/models/{model}`. Throws `model_not_found` for a name this key may not call. */
export async function showModel(tools: RelayTools, call: RelayCall, model: string): Promise<Response> {
  const { caller, snapshot } = await identify(tools, call)
  const known = modelNamesFor(caller, snapshot).find((one) => one === model || encodeURIComponent(one) === model)
  if (known === undefined) throw new GatewayError('model_not_found', { model })
  return Response.json(call.format.describeModel(known))
}

/** The caller, from a permitted address. Throws GatewayError. */
export async function identify(tools: RelayTools, call: RelayCall): Promise<{ caller: Caller; snapshot: Snapshot }> {
  const { state, clock } = tools.dependencies
  const { caller } = await authenticate(tools.directory, call, clock.now())
  refuseAddress(caller, call.clientAddress)
  return { caller, snapshot: state.current() }
}

/** Models of the caller's groups with a channel; of a limited token, only those it allows. */
export function modelNamesFor(caller: Caller, snapshot: Snapshot): string[] {
  const groups = usableGroupsOf(caller, snapshot.options)
  if (!caller.modelLimits)
    return [...new Set(groups.flatMap((group) => [...(snapshot.routes.get(group)?.keys() ?? [])]))].sort()
  return [...caller.modelLimits].filter((model) =>
    groups.some((group) => channelsFor(snapshot, group, model).length > 0),
  )
}
