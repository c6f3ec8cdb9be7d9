import { servedAxes } from '@sluice/contract/price-axes'
import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { dearerAsked } from '../core/usage/served.ts'
import type { WireFormat } from '../protocols/wire-format.ts'
import { checkRights } from '../relay/admission/check-rights.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { clientFormatOf } from '../relay/formats/index.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { screenPrompt } from '../relay/sensitive/screen-prompt.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { Snapshot } from '../state/snapshot.ts'
import type { BatchRequest } from './read-batch-requests.ts'

/** The stored objects that the requests of a batch name. */
export interface NamedObjects {
  ids: Set<string>
  /** Ids that may have no known owner. */
  restated: Set<string>
}

export const noneNamed = (): NamedObjects => ({ ids: new Set(), restated: new Set() })

/** Adds the objects that a body of the format names. */
export function addNamed(named: NamedObjects, format: WireFormat, body: JsonRecord): void {
  for (const id of format.findObjects(body)) named.ids.add(id)
  for (const id of format.findRestated?.(body) ?? []) named.restated.add(id)
}

/** The most that a batch may name. */
export const objectsOfBatchMax = 10_000

/**
 * Checks the caller's right to the model and the words of the prompt, as for a separate call, and adds the objects that
 * it names to `named`. Throws GatewayError.
 */
export async function checkRequest(
  tools: RelayTools,
  call: RelayCall,
  { caller, isPinned }: { caller: Caller; isPinned: boolean },
  request: BatchRequest,
  snapshot: Snapshot,
  named: NamedObjects,
): Promise<void> {
  const { target, model, body } = request
  const { routedModel } = checkRights({ ...call, target }, caller, isPinned, { model }, snapshot)
  // A model suffix changes the request, but the requests of a batch are sent unchanged.
  if (routedModel !== model) throw new GatewayError('model_not_found', { model })
  refuseDearer(request, snapshot.options)
  addNamed(named, clientFormatOf(target), body)
  await screenPrompt(tools, call, caller, body)
}

/** The results of a batch are charged together, so that none of them can have a price of its own. */
function refuseDearer({ asked, tools, model }: BatchRequest, options: OptionValues): void {
  if (options.SelfUseModeEnabled || options.UnpricedServiceAction === 'standard') return
  const dearer = (asked && dearerAsked(asked)) ?? {}
  const [service] = servedAxes.flatMap((axis) => (dearer[axis] === undefined ? [] : (asked?.[axis] ?? [])))
  if (service) throw new GatewayError('batch_service_refused', { model, field: service.field, value: service.value })
  // Searches are counted in the usage of a result, whatever its price.
  const tool = tools?.find(({ run, isFree }) => run.count > 0 && !isFree)
  if (tool)
    throw new GatewayError('batch_service_refused', {
      model,
      field: tool.field === 'provider' ? 'provider' : 'tools',
      value: tool.field === 'provider' ? tool.option : tool.type,
    })
}
